//! Machi Koro obeys the laws of the contract, with every expansion, market and option.

use tercet_conformance::{Suite, Tally, pinned};
use tercet_game::{Game, Seat, Settings};
use tercet_machi::{Action, Chance, Config, Kind, Landmark, MachiKoro, State};

/// Actions that have a number or a name, for one seat and one card too many: all that name nothing, and of the others
/// a part that goes round with the position, so that a game sees them all and a position does not take long.
fn sayable(game: &MachiKoro, state: &State) -> Vec<Action> {
    let place = usize::from(state.turn()) + usize::from(state.total());
    let kinds: Vec<Kind> = game.cards().iter().map(|(kind, _)| kind).collect();
    let kind = |step: usize| kinds[(place * 3 + step) % kinds.len()];
    let mut all = vec![Action::Roll(0), Action::Roll(1), Action::Roll(2), Action::Roll(3)];
    all.extend([Action::Keep, Action::Reroll, Action::AddTwo, Action::Stay, Action::Decline]);
    all.extend([Action::Pass, Action::Invest, Action::Save]);
    for seat in (0..=game.seats()).map(Seat) {
        all.extend([Action::Target(seat), Action::Exchange(seat), Action::Move(kind(seat.index()), seat)]);
    }
    for landmark in Landmark::ALL {
        all.extend([Action::Demolish(landmark), Action::BuildLandmark(landmark)]);
    }
    for kind in (0..3).map(kind) {
        all.extend([Action::Give(kind), Action::Take(kind), Action::Renovate(kind)]);
        all.extend([Action::Exhibit(kind), Action::Activate(kind), Action::Build(kind)]);
    }
    all
}

fn chances(game: &MachiKoro, state: &State) -> Vec<Chance> {
    let dice = (0..=7).flat_map(|low| [Chance::Die(low), Chance::Dice(low, 6), Chance::Dice(3, low)]);
    let throws = [0, 1, 2, 12, 13].map(Chance::Throw);
    let cards = game.cards().iter().skip(usize::from(state.turn()) % 5).step_by(5);
    dice.chain(throws).chain(cards.map(|(kind, _)| Chance::Deal(kind))).collect()
}

fn obeys(name: &str, pairs: &[(&str, &str)]) -> Tally {
    let config = Config::from_pairs(pairs.iter().copied()).unwrap();
    let tally = Suite::<MachiKoro>::new()
        .probes(sayable)
        .chances(chances)
        .deals(&["stream 1", "stream 18446744073709551615"])
        .games(4)
        .thorough(1)
        .config(name, Config { turn_limit: config.turn_limit.min(40), ..config })
        .run();
    assert!(tally.positions > 100 && tally.refused > 1000, "{name}: {tally:?}");
    tally
}

const ALL: &str = "harbor,millionaires_row,promo";

#[test]
fn the_base_game() {
    obeys("two players", &[("starting_coins", "20")]);
    obeys("four players", &[("players", "4")]);
    let options = [("business_center", "mandatory"), ("amusement_park", "bought_this_turn_counts")];
    obeys("other options", &[&options[..], &[("starting_coins", "60")]].concat());
}

#[test]
fn every_market_with_everything() {
    for market in ["total", "variable", "hybrid"] {
        let coins = ("starting_coins", "40");
        obeys(market, &[("players", "5"), ("expansions", ALL), ("market", market), coins]);
        obeys(market, &[("players", "2"), ("market", market)]);
    }
}

#[test]
fn the_compatible_game() {
    obeys("compat", &[("players", "3"), ("compat", "harmonictook"), ("starting_coins", "40")]);
    obeys("compat, variable", &[("compat", "harmonictook"), ("market", "variable")]);
}

#[test]
fn other_supplies() {
    let supply = ("supply", "wheat_field:0,mine:1,stadium:20,exhibit_hall:9,tuna_boat:20,general_store:0");
    let options = [("flower_shop_mall", "none"), ("sushi_bar_cost", "4"), ("starting_coins", "99")];
    obeys("supply", &[&[("expansions", ALL), supply, ("players", "3")], &options[..]].concat());
}

/// A card with each effect, each condition and each way to count.
const CUSTOM: &str = "Spring|blue|1-3|0|water|bank 2|-;Well|blue|4|1|water|bank 1 per water if harbor|9;\
    Raft|blue|5-6|2|boat|throw|-;Ferry|blue|2|1|boat|throw if fewer than 3 landmarks|-;\
    Lab|green|1-6|3|gear|bank 1 per cow of all then close|-;Press|green|3|1|bread|bank 2 per card lab|-;\
    Inn|red|1-6|1|cup|take 2 if harbor|-;Toll|red|2|1|cup|take all if roller has 1 landmarks|-;\
    Shark|green|1-2|0|business|loan 9 pay 3|-;Wreckers|green|3-4|0|business|demolish 6|-;\
    Movers|green|5-6|0|business|move 3|20;Arena|purple|1-2|1|major|each 3|-;Cable|purple|1-2|1|major|one 4|-;\
    Census|purple|2|1|major|each 1 per cup or gear|-;Swap|purple|3|1|major|exchange|-;\
    Duty|purple|3|1|major|tax 4|-;Paint|purple|4|1|major|renovate 2|-;Vault|purple|4|1|major|invest|-;\
    Commons|purple|5|1|major|share|-;Show|purple|5|1|major|exhibit|-;Fair|purple|5|1|major|exhibit|-;\
    Mine|blue|1,6|2|gear|bank 4|3";

#[test]
fn custom_cards_with_every_effect() {
    let options = [("cards", CUSTOM), ("expansions", "harbor"), ("starting_coins", "30")];
    for market in ["total", "variable"] {
        obeys(market, &[&options[..], &[("players", "3"), ("market", market)]].concat());
    }
}

#[test]
fn pinned_games() {
    pinned::<MachiKoro>(&Config::base(4), 1, "579e02a2e32b786b");
    pinned::<MachiKoro>(&Config::everything(3), 2, "4bc4187dc1d4334a");
}
