//! The models of income.

use tercet_game::named;

named! {
    /// How income is modelled.
    pub enum Model {
        /// The plain one: a Train Station means two dice; a Radio Tower rolls again what pays nothing; an Amusement Park
        /// with two dice gives a second turn once in six; nothing is lost to red cards.
        Seed = "seed",
        /// The program harmonictook's: a Radio Tower rolls again what pays less than the mean; an Amusement Park counts with
        /// one die and for opponents too.
        Harmonictook = "harmonictook",
        /// The distribution under the rules: purses, the order of payments, doubles, chains of turns, and dice chosen for
        /// the most income.
        Exact = "exact",
    }
}
