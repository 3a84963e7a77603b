//! Things that stand for actions: what touching them does, and how they are marked.

use alloc::string::ToString;
use alloc::vec::Vec;

use tercet_game::{Notation, Seat};
use tercet_scene::{Group, Node, Paint, Role, Shape, Stroke, Touch};

use super::Picture;
use super::page::{Area, px};
use crate::action::{Action, Kind};
use crate::facts::Landmark;
use crate::state::Phase;

/// A thing that can be touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TouchTarget {
    /// A card of the market.
    Card(Kind),
    /// The cards of one kind in a city.
    Tile(Seat, Kind),
    /// A landmark of a city.
    Landmark(Seat, Landmark),
    /// The name of a city.
    Plate(Seat),
    /// A button.
    Button(Action),
}

impl Picture<'_> {
    /// Does the thing stand for the action?
    fn is_meant(&self, thing: TouchTarget, action: Action) -> bool {
        let roller = self.state.roller();
        match (thing, action) {
            (TouchTarget::Button(own), _) => own == action,
            (TouchTarget::Card(own), Action::Build(kind))
            | (TouchTarget::Card(own) | TouchTarget::Tile(_, own), Action::Renovate(kind)) => own == kind,
            (TouchTarget::Tile(seat, own), Action::Take(kind)) => {
                own == kind && matches!(self.state.phase(), Phase::Take { with, .. } if with == seat)
            }
            (
                TouchTarget::Tile(seat, own),
                Action::Give(kind) | Action::Move(kind, _) | Action::Exhibit(kind) | Action::Activate(kind),
            ) => own == kind && seat == roller,
            (
                TouchTarget::Landmark(seat, own),
                Action::BuildLandmark(landmark) | Action::Demolish(landmark),
            ) => own == landmark && seat == roller,
            (
                TouchTarget::Plate(own),
                Action::Target(seat) | Action::Exchange(seat) | Action::Move(_, seat),
            ) => own == seat,
            _ => false,
        }
    }

    /// The first legal action that the thing stands for.
    fn legal_action(&self, thing: TouchTarget) -> Option<Action> {
        self.legal.iter().copied().find(|&action| self.is_meant(thing, action))
    }

    /// Is a thing of this sort asked for, and not this one?
    fn is_out_of_reach(&self, thing: TouchTarget) -> bool {
        let is_asked = match (thing, self.state.phase()) {
            (TouchTarget::Card(_), Phase::Build | Phase::Renovate { .. }) => true,
            (TouchTarget::Card(kind), _) => return self.state.market().shown(kind) == 0,
            (TouchTarget::Tile(..), phase) => matches!(
                phase,
                Phase::Give { .. }
                    | Phase::Take { .. }
                    | Phase::Move { .. }
                    | Phase::Renovate { .. }
                    | Phase::Exhibit { .. }
                    | Phase::Activate
            ),
            _ => false,
        };
        is_asked && self.legal_action(thing).is_none()
    }

    /// What touching the thing does.
    fn touch(&self, thing: TouchTarget) -> Option<Touch> {
        let action = self.legal_action(thing).filter(|_| self.can_touch)?;
        Some(match (thing, action) {
            (TouchTarget::Tile(_, kind), Action::Move(..)) => {
                Touch::Part { rank: 1, words: self.game.cards().slug(kind).to_string() }
            }
            (TouchTarget::Plate(seat), Action::Move(..)) => {
                Touch::Part { rank: 2, words: (seat.0 + 1).to_string() }
            }
            _ => Touch::Action(self.game.action_text(action)),
        })
    }

    /// The group with what touching it does, and the thing's marks upon it.
    pub(super) fn marked(&self, mut group: Group, thing: TouchTarget, area: Area, radius: i32) -> Group {
        group.touch = self.touch(thing);
        let is_picked = group.id.as_deref().is_some_and(|id| self.view.is_picked(id));
        if is_picked && let Some(name) = &mut group.name {
            name.push_str(", picked");
        }
        if self.is_out_of_reach(thing) {
            group.nodes.push(Shape::filled(area.outline(radius), Paint::thin(Role::Board, 50)).into());
        }
        // Cards that can't be chosen are dimmed instead.
        let is_offered =
            group.touch.is_some() && matches!(thing, TouchTarget::Landmark(..) | TouchTarget::Plate(_));
        let mut strokes: Vec<Stroke> = Vec::new();
        if is_picked {
            strokes.push(Stroke::new(Role::Picked, px(4)));
        } else if is_offered {
            strokes.push(Stroke::new(Role::Legal, px(3)));
        }
        if self.hint.is_some_and(|action| self.is_meant(thing, action)) {
            strokes.push(Stroke::new(Role::Hint, px(4)).dashed(px(9), px(7)));
        }
        if let Some((action, is_legal)) = self.ghost
            && self.is_meant(thing, action)
        {
            let illegal = || Stroke::new(Role::Illegal, px(3)).dashed(px(4), px(5));
            strokes.push(if is_legal { Stroke::new(Role::Legal, px(4)) } else { illegal() });
        }
        let around = area.inset(px(-1)).outline(radius + px(1));
        let ring = |stroke: Stroke| Node::from(Shape::lined(around.clone(), stroke));
        group.nodes.extend(strokes.into_iter().map(ring));
        group
    }
}
