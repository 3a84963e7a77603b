//! A bare position of any game: whoever holds it decides what chance brings.

use std::any::Any;
use std::sync::Arc;

use tercet_game::{
    Digest, Encode as _, Game as _, Input, InputOf, InputText, Notation as _, NotationError, Refusal, Scores,
    Seat, Settings as _, Turn, apply, input_text, read_input,
};
use tercet_scene::Draw as _;
use tercet_scene::{Scene, View};
use tercet_search::guided::{AnySearch, GuidedOptions, Tree};

use crate::pictures::check_view;
use crate::{EventOf, Playable, Refused, StateOf, Style};

/// A position of a game that is known by name only. Unlike a match it has no dealer: where chance is to move it says
/// so, and takes any outcome that can be. Searching and solving need that.
pub trait AnyPosition: Send + Sync {
    /// The game's name.
    fn id(&self) -> &'static str;

    /// How many seats play.
    fn seats(&self) -> u8;

    /// Who gives the next input: seats, chance, or nobody any more.
    fn turn(&self) -> Turn;

    /// What the seat may do, as text.
    fn legal_actions(&self, seat: Seat) -> Vec<String>;

    /// What chance may bring, with whole-number weights; nothing unless it is to move.
    fn outcomes(&self) -> Vec<(u32, String)>;

    /// Takes a seat's action and says what happened.
    ///
    /// # Errors
    /// If the text is no action, or it is refused; nothing has changed then.
    fn play(&mut self, seat: Seat, action: &str) -> Result<Vec<String>, Refused>;

    /// Takes an outcome of chance and says what happened.
    ///
    /// # Errors
    /// If the text is no outcome, or it could not be drawn now; nothing has changed then.
    fn resolve(&mut self, chance: &str) -> Result<Vec<String>, Refused>;

    /// How many numbers actions have.
    fn action_count(&self) -> usize;

    /// The number of a seat's action.
    ///
    /// # Errors
    /// If the text is no action.
    fn action_number(&self, seat: Seat, action: &str) -> Result<usize, Refused>;

    /// The numbers of what the seat may do, ascending.
    fn legal_numbers(&self, seat: Seat) -> Vec<usize>;

    /// The text of the seat's action with a number; `None` if there is none.
    fn numbered_action(&self, seat: Seat, number: usize) -> Option<String>;

    /// The position as the seat sees it, in whole numbers, and their shape.
    fn planes(&self, seat: Seat) -> (Vec<i32>, [usize; 3]);

    /// The most plays that a game can take.
    fn limit(&self) -> u32;

    /// Points as they stand, and the end if it has come.
    fn scores(&self) -> Scores;

    /// The digest of the state.
    fn digest(&self) -> Digest;

    /// The picture of the position. What only somebody knows who saw the game, such as colours, is left out.
    ///
    /// # Errors
    /// If the view names an action that is none.
    fn scene(&self, view: &View) -> Result<Scene, Refused>;

    /// The position in words; seats go by their numbers, and what only somebody knows who saw the game is left out.
    fn text(&self) -> String;

    /// The game's options, every one of them.
    fn config(&self) -> Vec<(String, String)>;

    /// How it came to be, from the first position on; `None` for a position that a bot is shown, which knows only itself.
    fn inputs(&self) -> Option<Vec<InputText>>;

    /// Takes any input of a record.
    ///
    /// # Errors
    /// If the text is none, or it is refused; nothing has changed then.
    fn take(&mut self, input: &InputText) -> Result<(), Refused>;

    /// The rules and the state in their own types, for callers that know which game it is.
    fn parts(&self) -> (Arc<dyn Any + Send + Sync>, &dyn Any);

    /// A tree that grows from here; see [`tercet_search::guided`].
    fn tree(&self, options: GuidedOptions, seed: u64) -> Box<dyn AnySearch>;

    /// The same position once more.
    fn copied(&self) -> Box<dyn AnyPosition>;
}

/// The rules and a state.
pub(crate) struct Held<P: Playable> {
    game: Arc<P::Rules>,
    state: StateOf<P>,
    inputs: Option<Vec<InputOf<P::Rules>>>,
}

impl<P: Playable> Held<P> {
    /// A position that came to be by these inputs, where anybody knows.
    pub(crate) fn new(
        game: Arc<P::Rules>,
        state: StateOf<P>,
        inputs: Option<Vec<InputOf<P::Rules>>>,
    ) -> Held<P> {
        Held { game, state, inputs }
    }

    fn apply(&mut self, input: InputOf<P::Rules>) -> Result<Vec<EventOf<P>>, Refused> {
        let mut events = Vec::new();
        apply(&*self.game, &mut self.state, input, &mut events).map_err(|illegal| refused(&illegal))?;
        self.inputs.as_mut().into_iter().for_each(|inputs| inputs.push(input));
        Ok(events)
    }

    fn texts(&self, events: &[EventOf<P>]) -> Vec<String> {
        events.iter().map(|event| self.game.event_text(event)).collect()
    }
}

fn refused(illegal: &impl Refusal) -> Refused {
    Refused { code: illegal.code(), why: illegal.to_string() }
}

impl<P: Playable> AnyPosition for Held<P> {
    fn id(&self) -> &'static str {
        P::Rules::ID
    }

    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn legal_actions(&self, seat: Seat) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.state, seat, &mut actions);
        actions.into_iter().map(|action| self.game.action_text(action)).collect()
    }

    fn outcomes(&self) -> Vec<(u32, String)> {
        let mut outcomes = Vec::new();
        self.game.outcomes(&self.state, &mut outcomes);
        outcomes.into_iter().map(|(weight, chance)| (weight, self.game.chance_text(chance))).collect()
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<Vec<String>, Refused> {
        let action = self.game.read_action(action)?;
        let events = self.apply(Input::Play(seat, action))?;
        Ok(self.texts(&events))
    }

    fn resolve(&mut self, chance: &str) -> Result<Vec<String>, Refused> {
        let chance = self.game.read_chance(chance)?;
        let events = self.apply(Input::Chance(chance))?;
        Ok(self.texts(&events))
    }

    fn action_count(&self) -> usize {
        self.game.action_count()
    }

    fn action_number(&self, seat: Seat, action: &str) -> Result<usize, Refused> {
        let action = self.game.read_action(action).map_err(|error: NotationError| Refused::from(error))?;
        Ok(self.game.action_number(seat, action))
    }

    fn legal_numbers(&self, seat: Seat) -> Vec<usize> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.state, seat, &mut actions);
        let mut numbers: Vec<usize> =
            actions.into_iter().map(|action| self.game.action_number(seat, action)).collect();
        numbers.sort_unstable();
        numbers
    }

    fn numbered_action(&self, seat: Seat, number: usize) -> Option<String> {
        self.game.numbered_action(seat, number).map(|action| self.game.action_text(action))
    }

    fn planes(&self, seat: Seat) -> (Vec<i32>, [usize; 3]) {
        let shape = self.game.plane_shape();
        let mut cells = vec![Default::default(); shape.iter().product()];
        self.game.write_planes(&self.state, seat, &mut cells);
        (cells.into_iter().map(Into::into).collect(), shape)
    }

    fn limit(&self) -> u32 {
        self.game.limit()
    }

    fn scores(&self) -> Scores {
        self.game.scores(&self.state)
    }

    fn digest(&self) -> Digest {
        Digest::of(&self.state)
    }

    fn scene(&self, view: &View) -> Result<Scene, Refused> {
        check_view::<P>(&self.game, view)?;
        let memory = self.game.memory(&tercet_game::Deal::stream(0));
        Ok(self.game.scene(&self.state, &memory, view))
    }

    fn text(&self) -> String {
        let memory = self.game.memory(&tercet_game::Deal::stream(0));
        P::position_text(&self.game, &self.state, &memory, &|seat| seat.to_string(), Style::PLAIN)
    }

    fn config(&self) -> Vec<(String, String)> {
        self.game.config().pairs()
    }

    fn inputs(&self) -> Option<Vec<InputText>> {
        let text = |input: &InputOf<P::Rules>| input_text(&*self.game, *input);
        self.inputs.as_ref().map(|inputs| inputs.iter().map(text).collect())
    }

    fn take(&mut self, input: &InputText) -> Result<(), Refused> {
        let input = read_input(&*self.game, input)?;
        self.apply(input).map(drop)
    }

    fn parts(&self) -> (Arc<dyn Any + Send + Sync>, &dyn Any) {
        (Arc::clone(&self.game) as Arc<dyn Any + Send + Sync>, &self.state)
    }

    fn tree(&self, options: GuidedOptions, seed: u64) -> Box<dyn AnySearch> {
        let scale = P::scale(&self.game).into();
        Box::new(Tree::new(Arc::clone(&self.game), self.state, scale, options, seed))
    }

    fn copied(&self) -> Box<dyn AnyPosition> {
        Box::new(Held::<P>::new(Arc::clone(&self.game), self.state, self.inputs.clone()))
    }
}
