//! R14, R15, R19 to R21: the roller's purple cards.

use super::game::{Step, Twin};

impl Twin {
    /// R14: which of them fire.
    pub(crate) fn purples(&mut self) {
        let mut left = self.hit("purple");
        left.retain(|slug| self.purple_copies(slug) > 0);
        self.next(vec![Step::Purple(left)]);
    }

    /// R31: in harmonictook every Stadium in play is the roller's.
    fn purple_copies(&self, slug: &str) -> usize {
        if self.options.is_harmonictook && slug == "stadium" {
            return self.all_seats().iter().map(|&seat| usize::from(self.copies(seat, slug))).sum();
        }
        usize::from(self.copies(self.roller, slug))
    }

    pub(crate) fn fire_first(&mut self, left: &[String]) {
        if let Some(first) = left.first().cloned() {
            self.fire_named(left, &first);
        }
    }

    pub(crate) fn fire_named(&mut self, left: &[String], named: &str) {
        let rest = left.iter().filter(|slug| *slug != named).cloned().collect();
        self.next(vec![Step::Purple(rest)]);
        for _ in 0..self.purple_copies(named) {
            self.fire(named);
        }
    }

    fn fire(&mut self, slug: &str) {
        match slug {
            "tv_station" => self.next(vec![Step::Target]),
            "business_center" => self.next(vec![Step::Exchange]),
            "renovation_company" => self.next(vec![Step::Renovate]),
            "exhibit_hall" => self.next(vec![Step::Exhibit]),
            "park" => self.share_out(),
            _ => {
                for opponent in self.opponents() {
                    self.pay(opponent, self.roller, self.purple_amount(slug, opponent));
                }
            }
        }
    }

    /// R15, R20: what an opponent owes.
    fn purple_amount(&self, slug: &str, opponent: usize) -> u32 {
        let coins = self.players[opponent].coins;
        match slug {
            "stadium" => 2,
            "publisher" => self.icons(opponent, "cup") + self.icons(opponent, "bread"),
            "tax_office" if coins >= 10 => coins / 2,
            "tax_office" => 0,
            "tech_startup" => self.players[self.roller].invested,
            _ => panic!("nobody owes for {slug}"),
        }
    }

    /// R21
    fn share_out(&mut self) {
        let seats = self.players.len() as u32;
        let coins: u32 = self.coins().iter().sum();
        for player in &mut self.players {
            player.coins = coins.div_ceil(seats);
        }
    }

    /// R19: any card of the game but the purple ones.
    pub(crate) fn renovations(&self) -> Vec<String> {
        let cards = self.table.iter().filter(|card| !card.is_purple());
        cards.map(|card| format!("renovate {}", card.slug)).collect()
    }

    pub(crate) fn renovate(&mut self, slug: &str) {
        let open: Vec<u8> = self.all_seats().iter().map(|&seat| self.open_copies(seat, slug)).collect();
        for seat in self.all_seats() {
            let copies = self.copies(seat, slug);
            self.players[seat].closed.insert(slug.to_owned(), copies);
        }
        for opponent in self.opponents() {
            self.pay(opponent, self.roller, u32::from(open[opponent]));
        }
    }
}

/// The order is asked where it can matter.
pub(crate) fn next_purples(left: &[String]) -> Vec<String> {
    let is_plain = |slug: &String| ["stadium", "tv_station", "business_center"].contains(&slug.as_str());
    if left.len() < 2 || left.iter().all(is_plain) {
        return Vec::new();
    }
    left.iter().map(|slug| format!("activate {slug}")).collect()
}
