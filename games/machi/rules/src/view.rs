//! How Machi Koro draws itself: the dice and what is asked, the market, the cities.

mod city;
mod head;
mod icons;
mod market;
mod news;
mod page;
mod things;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tercet_game::{Deal, Game, Notation, Seat, Seats, Turn};
use tercet_scene::{Draw, Emblem, Kind as Border, Layer, Node, Outline, Phrase, Role, Scene, Shape, View};

pub use self::news::Memory;
use self::news::News;
use self::page::Page;
use crate::action::{Action, Event, Kind};
use crate::card::Color;
use crate::config::MarketKind;
use crate::rules::MachiKoro;
use crate::state::{Phase, State};

impl Draw for MachiKoro {
    type Memory = Memory;

    fn memory(&self, _deal: &Deal) -> Memory {
        Memory::default()
    }

    fn remember(&self, memory: &mut Memory, before: &State, events: &[Event]) {
        if self.turn(before) != Turn::Chance {
            memory.begin(before.roller());
        }
        memory.observe(events);
    }

    fn scene(&self, state: &State, memory: &Memory, view: &View) -> Scene {
        let picture = Picture::new(self, state, memory, view);
        let page = &picture.page;
        let mut scene = Scene::new(page.width, page.height, picture.title());
        scene.phrase = picture.phrase();
        scene.nodes.push(Shape::filled(Outline::rect(0, 0, page.width, page.height, 0), Role::Board).into());
        scene.nodes.push(picture.head().into());
        scene.nodes.extend(picture.market());
        scene.nodes.extend(Seats::first(self.seats()).iter().map(|seat| picture.city(seat).into()));
        scene
    }
}

/// A position, and how it is shown.
struct Picture<'p> {
    game: &'p MachiKoro,
    state: &'p State,
    view: &'p View,
    page: Page,
    news: News,
    /// What the roller may do.
    legal: Vec<Action>,
    /// Is it the viewer who may?
    can_touch: bool,
    hint: Option<Action>,
    /// The action that is thought of, and whether it could be done.
    ghost: Option<(Action, bool)>,
    /// The kinds of the game by their rolls.
    order: Vec<Kind>,
}

impl<'p> Picture<'p> {
    fn new(game: &'p MachiKoro, state: &'p State, memory: &Memory, view: &'p View) -> Picture<'p> {
        let mut legal = Vec::new();
        game.legal_actions(state, state.roller(), &mut legal);
        let named = |text: &Option<String>| game.read_action(text.as_deref()?).ok();
        let news = if view.layers.has(Layer::Last) { memory.since(view.seat) } else { News::default() };
        let mut order: Vec<Kind> = game.cards().iter().map(|(kind, _)| kind).collect();
        order.sort_by_key(|&kind| {
            let rolls = game.cards().card(kind).rolls;
            (rolls.lowest(), rolls.highest(), kind)
        });
        Picture {
            game,
            state,
            view,
            page: Page::new(game.seats(), places(game), most_tiles(game, state)),
            news,
            hint: named(&view.hint),
            ghost: named(&view.ghost).map(|action| (action, legal.contains(&action))),
            can_touch: view.seat == Some(state.roller()),
            legal,
            order,
        }
    }

    fn title(&self) -> String {
        let asked = self.asked();
        match self.state.phase() {
            Phase::Over { .. } => format!("Machi Koro: {asked}"),
            _ => format!("Machi Koro, turn {}: {asked}", self.state.turn()),
        }
    }

    /// Moving a card takes two touches, any other action one.
    fn phrase(&self) -> Option<Phrase> {
        let is_moving = matches!(self.state.phase(), Phase::Move { .. });
        (self.can_touch && is_moving).then(|| Phrase { verb: "move".into(), parts: 2 })
    }

    /// An icon around a point: the view's own, if it has one of this name.
    fn icon(&self, name: &str, (x, y): (i32, i32), side: i32, ink: Role, ground: Role) -> Vec<Node> {
        let corner = (x - side / 2, y - side / 2).into();
        let drawn = |emblem: &Emblem| emblem.drawn(corner, side, ink.into(), ground.into()).collect();
        self.view.emblems.get(name).map_or_else(|| drawn(&icons::icon(name)), drawn)
    }

    fn card_name(&self, kind: Kind) -> &str {
        &self.game.cards().card(kind).name
    }

    /// The seat, as it is written in its city.
    fn seat_name(&self, seat: Seat) -> String {
        let name = self.view.name(seat);
        if self.view.seat == Some(seat) { format!("{name} (you)") } else { name }
    }
}

/// How many kinds the fullest city has.
fn most_tiles(game: &MachiKoro, state: &State) -> usize {
    Seats::first(game.seats()).iter().map(|seat| state.city(seat).cards().count()).max().unwrap_or(0)
}

/// How many kinds lie in the market at most.
fn places(game: &MachiKoro) -> usize {
    let kinds = game.cards().len();
    match game.config().market() {
        MarketKind::Auto | MarketKind::Total => kinds,
        MarketKind::Variable => kinds.min(10),
        MarketKind::Hybrid => kinds.min(12),
    }
}

/// The border of a card of this colour.
fn border(color: Color) -> Role {
    Role::Kind(match color {
        Color::Blue => Border::Blue,
        Color::Green => Border::Green,
        Color::Red => Border::Red,
        Color::Purple => Border::Purple,
    })
}
