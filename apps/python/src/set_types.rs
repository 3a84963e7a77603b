//! The functions of `tercet.set`: cards, Sets, deals by a policy, JSON shapes, whole games. Cards are ids here.

use pyo3::prelude::*;
use pyo3::types::PyList;
use tercet_game::Deal;
use tercet_set::{
    Board, Card, DealOptions, DealPolicy, Dealt, Deck, EngineConfig, Exhausted, Guarantee, SetTriple,
    TypesError, ZenMode,
};
use tercet_set_play::json::{BoardJson, CardJson, ConfigJson};
use tercet_set_play::train::{Demo, Move};

use crate::errors::{Class, OrRaise, Raise};

/// Whether a fresh board must hold a Set, capacity, and redeals.
type PolicyPlan = (bool, i64, i64);

/// The names of what follows when all redeals held no Set, and of what is guaranteed.
type OptionsPlan = (String, String);

/// A board's cells, the deck, and whether the guarantee was waived.
type DealtPlan = (Vec<Option<usize>>, Vec<usize>, bool);

/// Moves, each whether it is a Set and its cards; then the cards that are left.
type DemoPlan = (Vec<(bool, Vec<usize>)>, Vec<usize>);

/// The card of an id.
pub(crate) fn card(py: Python<'_>, id: i64) -> PyResult<Card> {
    usize::try_from(id)
        .ok()
        .and_then(Card::from_id)
        .ok_or_else(|| Class::InvalidCard.error(py, format!("{id} is no card's id; ids are 0 to 80")))
}

/// The ids of cards.
pub(crate) fn ids(cards: &[Card]) -> Vec<usize> {
    cards.iter().map(|card| card.id()).collect()
}

fn cards(py: Python<'_>, ids: Vec<i64>) -> PyResult<Vec<Card>> {
    ids.into_iter().map(|id| card(py, id)).collect()
}

/// Are three cards, by their numbers, a Set?
#[pyfunction]
pub(crate) fn set_is_set(py: Python<'_>, a: i64, b: i64, c: i64) -> PyResult<bool> {
    Ok(tercet_set::is_set(card(py, a)?, card(py, b)?, card(py, c)?))
}

/// The positions of all Sets among different cards.
#[pyfunction]
pub(crate) fn set_all_positions(py: Python<'_>, ids: Vec<i64>) -> PyResult<Vec<(usize, usize, usize)>> {
    let deck = Deck::new(cards(py, ids)?).or_raise(py)?;
    Ok(tercet_set::all_sets(deck.cards()).into_iter().map(|[i, j, k]| (i, j, k)).collect())
}

/// The positions of the Sets that a sweep takes: they share no card.
#[pyfunction]
pub(crate) fn set_sweep(py: Python<'_>, ids: Vec<i64>) -> PyResult<Vec<(usize, usize, usize)>> {
    let deck = Deck::new(cards(py, ids)?).or_raise(py)?;
    Ok(tercet_set::sweep(deck.cards()).into_iter().map(|[i, j, k]| (i, j, k)).collect())
}

/// Refuses cards that are no Set.
#[pyfunction]
pub(crate) fn set_check_triple(py: Python<'_>, ids: Vec<i64>) -> PyResult<()> {
    SetTriple::new(&cards(py, ids)?).or_raise(py).map(drop)
}

/// Refuses a card that is there twice.
#[pyfunction]
pub(crate) fn set_check_different(py: Python<'_>, ids: Vec<i64>) -> PyResult<()> {
    Deck::new(cards(py, ids)?).or_raise(py).map(drop)
}

/// A card in words.
#[pyfunction]
pub(crate) fn set_words(py: Python<'_>, id: i64) -> PyResult<String> {
    Ok(card(py, id)?.words())
}

/// The id of a card in JSON.
#[pyfunction]
pub(crate) fn set_read_card(py: Python<'_>, text: &str) -> PyResult<usize> {
    Ok(CardJson::read(text).map_err(|error| Class::InvalidCard.error(py, error))?.card().or_raise(py)?.id())
}

/// The JSON of a card.
#[pyfunction]
pub(crate) fn set_card_json(py: Python<'_>, id: i64) -> PyResult<(u8, String, String, String, u8)> {
    let CardJson { number, color, shape, shading, id } = CardJson::from(card(py, id)?);
    Ok((number, color, shape, shading, id))
}

/// The cells of a board in JSON.
#[pyfunction]
pub(crate) fn set_read_board(py: Python<'_>, text: &str) -> PyResult<Vec<Option<usize>>> {
    let board = BoardJson::read(text).map_err(|error| Class::Types.error(py, error))?.board().or_raise(py)?;
    Ok(cells(&board))
}

/// Seed, whether a fresh board must hold a Set, capacity and redeals of a config in JSON.
#[pyfunction]
pub(crate) fn set_read_config(py: Python<'_>, text: &str) -> PyResult<(u64, bool, u8, u8)> {
    let wrong = |error| Class::Types.error(py, error);
    let json = ConfigJson::read(text).map_err(wrong)?;
    json.config().map_err(wrong)?;
    Ok((json.seed, json.ensure_at_least_one_set, json.board_capacity, json.max_resample_attempts))
}

/// Deals a first board with at least so many Sets; `shuffle` orders a list of ids.
#[pyfunction]
pub(crate) fn set_deal(
    py: Python<'_>,
    policy: PolicyPlan,
    options: OptionsPlan,
    target_min_sets: u32,
    shuffle: &Bound<'_, PyAny>,
) -> PyResult<DealtPlan> {
    let zen = Some(ZenMode { target_min_sets, time_limit_ms: None });
    // The seed is the caller's generator's.
    let config = EngineConfig { deal_policy: read_policy(py, policy)?, zen, ..EngineConfig::new(0) };
    let options = read_options(py, &options)?;
    let dealt = config.deal_by(options, |cards: &mut [Card]| shuffled(cards, shuffle));
    dealt.map(|dealt| dealt_plan(&dealt)).map_err(|error| error.raised(py))
}

/// Fills a board's holes from the top of a deck.
#[pyfunction]
pub(crate) fn set_refill(
    py: Python<'_>,
    policy: PolicyPlan,
    options: OptionsPlan,
    board: Vec<Option<i64>>,
    deck: Vec<i64>,
    shuffle: &Bound<'_, PyAny>,
) -> PyResult<DealtPlan> {
    let (policy, options) = (read_policy(py, policy)?, read_options(py, &options)?);
    let cell = |id: Option<i64>| id.map(|id| card(py, id)).transpose();
    let board = Board::new(board.into_iter().map(cell).collect::<PyResult<_>>()?).or_raise(py)?;
    let deck = Deck::new(cards(py, deck)?).or_raise(py)?;
    let dealt = policy.refill(options, &board, &deck, |cards: &mut [Card]| shuffled(cards, shuffle));
    dealt.map(|dealt| dealt_plan(&dealt)).map_err(|error| error.raised(py))
}

/// A whole game as the demo plays it: moves (whether it is a Set, and its cards), and the cards that are left.
#[pyfunction]
pub(crate) fn set_demo(py: Python<'_>, deal: &str) -> PyResult<DemoPlan> {
    let deal: Deal = deal.parse().or_raise(py)?;
    let demo = Demo::play(&deal).or_raise(py)?;
    let move_of = |each: &Move| match each {
        Move::Take(cards) => (true, ids(cards)),
        Move::Deal(cards) => (false, ids(cards)),
    };
    Ok((demo.moves.iter().map(move_of).collect(), ids(&demo.left)))
}

fn read_policy(py: Python<'_>, plan: PolicyPlan) -> PyResult<DealPolicy> {
    let (ensure_at_least_one_set, capacity, redeals) = plan;
    let small = |field: &str, value: i64| {
        u8::try_from(value).map_err(|_| not(py, field, &value.to_string(), "from 0 to 255"))
    };
    Ok(DealPolicy {
        ensure_at_least_one_set,
        board_capacity: small("board_capacity", capacity)?,
        max_resample_attempts: small("max_resample_attempts", redeals)?,
    })
}

fn read_options(py: Python<'_>, (exhausted, guarantee): &OptionsPlan) -> PyResult<DealOptions> {
    Ok(DealOptions {
        on_exhausted: Exhausted::from_name(exhausted)
            .ok_or_else(|| not(py, "on_exhausted", exhausted, "force or error"))?,
        guarantee: Guarantee::from_name(guarantee)
            .ok_or_else(|| not(py, "guarantee", guarantee, "none, initial or initial_and_refill"))?,
    })
}

fn not(py: Python<'_>, field: &str, value: &str, what: &str) -> PyErr {
    Class::Invariant.error(py, format!("{field}: {value} is not {what}"))
}

/// What stops a deal: the policy, or the caller's generator.
enum Stopped {
    Types(TypesError),
    Caller(PyErr),
}

impl From<TypesError> for Stopped {
    fn from(error: TypesError) -> Stopped {
        Stopped::Types(error)
    }
}

impl Stopped {
    fn raised(self, py: Python<'_>) -> PyErr {
        match self {
            Stopped::Types(error) => error.raise(py),
            Stopped::Caller(error) => error,
        }
    }
}

/// Lets the caller order some cards: they must be the same ones after it.
fn shuffled(cards: &mut [Card], shuffle: &Bound<'_, PyAny>) -> Result<(), Stopped> {
    let py = shuffle.py();
    let order = || -> PyResult<Vec<i64>> {
        let list = PyList::new(py, cards.iter().map(|card| card.id()))?;
        shuffle.call1((&list,))?;
        list.extract()
    };
    let order = order().map_err(Stopped::Caller)?;
    let same = |cards: &[Card]| cards.iter().copied().collect::<tercet_set::CardSet>();
    let order: Option<Vec<Card>> =
        order.into_iter().map(|id| usize::try_from(id).ok().and_then(Card::from_id)).collect();
    let is_same = |order: &Vec<Card>| order.len() == cards.len() && same(order) == same(cards);
    let Some(order) = order.filter(is_same) else {
        let why = "shuffle: the generator gave back other cards than it got".to_owned();
        return Err(TypesError::InvariantViolation(why).into());
    };
    cards.copy_from_slice(&order);
    Ok(())
}

fn dealt_plan(dealt: &Dealt) -> DealtPlan {
    (cells(&dealt.board), ids(dealt.deck.cards()), dealt.is_waived)
}

fn cells(board: &Board) -> Vec<Option<usize>> {
    board.cells().iter().map(|cell| cell.map(Card::id)).collect()
}

/// The usual policy and options of the engine types.
#[pyfunction]
pub(crate) fn set_default_policy() -> ((bool, u8, u8), (&'static str, &'static str)) {
    let (policy, options) = (DealPolicy::default(), DealOptions::default());
    let DealPolicy { ensure_at_least_one_set, board_capacity, max_resample_attempts } = policy;
    (
        (ensure_at_least_one_set, board_capacity, max_resample_attempts),
        (options.on_exhausted.name(), options.guarantee.name()),
    )
}
