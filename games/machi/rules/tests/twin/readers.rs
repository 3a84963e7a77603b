//! What can be seen of a position. Seats count from zero.

use std::collections::BTreeMap;

use super::game::Twin;

impl Twin {
    pub(crate) fn coins(&self) -> Vec<u32> {
        self.players.iter().map(|player| player.coins).collect()
    }

    pub(crate) fn cards(&self, seat: usize) -> BTreeMap<String, u8> {
        without_zeros(&self.players[seat].cards)
    }

    pub(crate) fn closed(&self, seat: usize) -> BTreeMap<String, u8> {
        without_zeros(&self.players[seat].closed)
    }

    /// In the order of R2.
    pub(crate) fn landmarks(&self, seat: usize) -> Vec<String> {
        self.players[seat].landmarks.clone()
    }

    pub(crate) fn invested(&self, seat: usize) -> u32 {
        self.players[seat].invested
    }

    pub(crate) fn shown(&self) -> BTreeMap<String, u8> {
        without_zeros(&self.shown)
    }

    pub(crate) fn deck(&self) -> BTreeMap<String, u8> {
        without_zeros(&self.deck)
    }

    /// What has left the game (R26).
    pub(crate) fn left(&self) -> BTreeMap<String, u8> {
        without_zeros(&self.left)
    }

    /// 1 for the first, also while the first market is dealt; the last one's when the game is over.
    pub(crate) fn turn(&self) -> u32 {
        self.turn
    }

    pub(crate) fn roller(&self) -> usize {
        self.roller
    }

    pub(crate) fn winner(&self) -> Option<usize> {
        self.winner
    }

    /// Did the game end by its limit?
    pub(crate) fn is_limit(&self) -> bool {
        self.todo.is_empty() && self.winner.is_none()
    }

    /// R27
    pub(crate) fn points(&self) -> Vec<i64> {
        let mut points = Vec::new();
        for (seat, player) in self.players.iter().enumerate() {
            let is_built = |(slug, _): &(&str, u32)| self.has_built(seat, slug);
            let landmarks: u32 =
                self.landmark_list().into_iter().filter(is_built).map(|(_, cost)| cost).sum();
            let cards: u32 = player.cards.iter().map(|(slug, &n)| self.card(slug).cost * u32::from(n)).sum();
            let bonus = if self.winner == Some(seat) { 25 } else { 0 };
            points.push(i64::from(3 * landmarks + 2 * cards + player.coins + bonus));
        }
        points
    }
}

fn without_zeros(map: &BTreeMap<String, u8>) -> BTreeMap<String, u8> {
    map.iter().filter(|&(_, &count)| count > 0).map(|(slug, &count)| (slug.clone(), count)).collect()
}
