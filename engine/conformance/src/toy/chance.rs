//! What is drawn for the toy: fast random inputs, and its dealers.

use tercet_game::{Deal, DealError, Dealer, Deals, Notation, Rng, Sample, Seat, Stream};

use super::{Action, DIE, Event, Face, Phase, State, Toy};

impl Sample for Toy {
    fn sample_action(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let choices: &[Action] = match state.phase {
            Phase::Open(seats) if seats.contains(seat) => &[Action::Grab],
            Phase::Choose(one) if one == seat && state.pot == 0 => &[Action::Roll],
            Phase::Choose(one) if one == seat => &[Action::Hold, Action::Roll],
            _ => return None,
        };
        Some(choices[rng.below(choices.len() as u32) as usize])
    }

    fn sample_outcome(&self, state: &State, rng: &mut Rng) -> Option<Face> {
        matches!(state.phase, Phase::Rolling(_)).then(|| DIE[rng.below(DIE.len() as u32) as usize])
    }
}

/// The toy's dealers.
#[derive(Clone, Debug)]
pub enum ToyDealer {
    /// `stream SEED`: throws the loaded die.
    Stream(Stream),
    /// `given FACES`: the faces in this order, as in `given 3 6 1`.
    Given(std::vec::IntoIter<Face>),
}

impl Dealer<Toy> for ToyDealer {
    fn draw(&mut self, game: &Toy, state: &State) -> Result<Face, DealError> {
        match self {
            ToyDealer::Stream(stream) => stream.draw(game, state),
            ToyDealer::Given(faces) => faces.next().ok_or_else(|| DealError::new("no faces are left")),
        }
    }

    fn observe(&mut self, _event: &Event) {}
}

impl Deals for Toy {
    type Dealer = ToyDealer;

    fn dealer(&self, deal: &Deal) -> Result<ToyDealer, DealError> {
        match deal.name.as_str() {
            "stream" => Ok(ToyDealer::Stream(Stream::new(deal.seed()?))),
            "given" => {
                let faces: Result<Vec<Face>, _> =
                    deal.argument.split(' ').map(|face| self.read_chance(face)).collect();
                let faces = faces.map_err(|error| DealError::new(error.to_string()))?;
                Ok(ToyDealer::Given(faces.into_iter()))
            }
            name => Err(DealError::new(format!("there is no dealer `{name}`; there are stream and given"))),
        }
    }
}
