//! R7 to R13, R17, R18: red, blue and green cards.

use super::game::{Step, Twin};

impl Twin {
    /// R12
    fn condition(&self, slug: &str, owner: usize) -> bool {
        let built = |seat: usize| self.players[seat].landmarks.len();
        match slug {
            "sushi_bar" | "mackerel_boat" | "tuna_boat" => self.has_built(owner, "harbor"),
            "corn_field" | "general_store" => built(owner) < 2,
            "french_restaurant" => built(self.roller) >= 2,
            "members_only_club" => built(self.roller) >= 3,
            _ => true,
        }
    }

    /// R18: opens the closed copies and says how many were open before.
    fn activate(&mut self, owner: usize, slug: &str) -> u32 {
        let open = self.open_copies(owner, slug);
        self.players[owner].closed.remove(slug);
        u32::from(open)
    }

    /// The cards of a colour that have the total, in the order of the table.
    pub(crate) fn hit(&self, colour: &str) -> Vec<String> {
        let is_hit =
            self.table.iter().filter(|card| card.colour == colour && card.totals.contains(&self.total));
        is_hit.map(|card| card.slug.clone()).collect()
    }

    /// R8
    pub(crate) fn red(&mut self) {
        let mut owners = self.opponents();
        if self.options.is_harmonictook {
            owners.sort_unstable();
        } else {
            owners.reverse();
        }
        for owner in owners {
            for slug in self.hit("red") {
                if self.copies(owner, &slug) > 0 && self.condition(&slug, owner) {
                    for _ in 0..self.activate(owner, &slug) {
                        let amount = self.red_amount(&slug, owner);
                        self.pay(self.roller, owner, amount);
                    }
                }
            }
        }
    }

    fn red_amount(&self, slug: &str, owner: usize) -> u32 {
        let amount = match slug {
            "cafe" | "pizza_joint" | "hamburger_stand" => 1,
            "family_restaurant" => 2,
            "sushi_bar" => 3,
            "french_restaurant" => 5,
            "members_only_club" => self.players[self.roller].coins,
            _ => panic!("{slug} is not red"),
        };
        amount + self.mall(slug, owner)
    }

    /// R13: what the Shopping Mall adds a copy, or a garden.
    fn mall(&self, slug: &str, owner: usize) -> u32 {
        let counts = if self.options.is_harmonictook {
            ["convenience_store", "cafe", "family_restaurant"].contains(&slug)
        } else if slug == "flower_shop" {
            self.options.flower_shop_mall == "per_garden"
        } else {
            ["bread", "cup"].contains(&self.card(slug).icon.as_str())
        };
        u32::from(counts && self.has_built(owner, "shopping_mall"))
    }

    /// R9
    pub(crate) fn blue(&mut self) {
        for owner in self.all_seats() {
            for slug in self.hit("blue") {
                if slug != "tuna_boat" {
                    self.pay_from_bank(&slug, owner);
                }
            }
        }
        if self.hit("blue").iter().any(|slug| slug == "tuna_boat") {
            self.next(vec![Step::Throw(self.all_seats())]);
        }
    }

    fn pay_from_bank(&mut self, slug: &str, owner: usize) {
        if self.copies(owner, slug) > 0 && self.condition(slug, owner) {
            let copies = self.activate(owner, slug);
            self.gain(owner, copies * self.bank_amount(slug, owner));
        }
    }

    /// What the bank pays for a copy.
    fn bank_amount(&self, slug: &str, owner: usize) -> u32 {
        let mall = self.mall(slug, owner);
        match slug {
            "wheat_field" | "ranch" | "forest" | "flower_garden" | "corn_field" => 1,
            "apple_orchard" | "mackerel_boat" | "vineyard" => 3,
            "mine" => 5,
            "bakery" => 1 + mall,
            "general_store" => 2 + mall,
            "convenience_store" => 3 + mall,
            "cheese_factory" => 3 * self.icons(owner, "cow"),
            "furniture_factory" => 3 * self.icons(owner, "gear"),
            "farmers_market" => 2 * self.icons(owner, "wheat"),
            "food_warehouse" => 2 * self.icons(owner, "cup"),
            "flower_shop" => (1 + mall) * u32::from(self.copies(owner, "flower_garden")),
            "winery" => 6 * u32::from(self.copies(owner, "vineyard")),
            "soda_bottling_plant" => self.all_seats().iter().map(|&seat| self.icons(seat, "cup")).sum(),
            _ => panic!("the bank does not pay for {slug}"),
        }
    }

    /// R12: all copies with an icon, closed ones too.
    pub(crate) fn icons(&self, seat: usize, icon: &str) -> u32 {
        let cards = self.players[seat].cards.iter();
        cards.filter(|(slug, _)| self.card(slug).icon == icon).map(|(_, &copies)| u32::from(copies)).sum()
    }

    /// R10: the seats are those whose boats the roll has activated, if they have any.
    pub(crate) fn would_throw_pay(&self, seats: &[usize]) -> bool {
        let pays =
            |&seat: &usize| self.condition("tuna_boat", seat) && self.open_copies(seat, "tuna_boat") > 0;
        seats.iter().any(pays)
    }

    /// R10, R18: open boats pay, closed ones open.
    pub(crate) fn pay_throw(&mut self, seats: &[usize], sum: u32) {
        for &seat in seats {
            if self.condition("tuna_boat", seat) {
                let boats = self.activate(seat, "tuna_boat");
                self.gain(seat, boats * sum);
            }
        }
    }

    /// R11: kind by kind, business last.
    pub(crate) fn greens(&mut self) {
        let is_business = |slug: &String| self.card(slug).icon == "business";
        let (last, first): (Vec<String>, Vec<String>) = self.hit("green").into_iter().partition(is_business);
        self.next(first.into_iter().chain(last).map(Step::Green).collect());
    }

    /// All of the roller's copies of a green card.
    pub(crate) fn green(&mut self, slug: &str) {
        let roller = self.roller;
        if self.copies(roller, slug) == 0 || !self.condition(slug, roller) {
            return;
        }
        match slug {
            // R17
            "loan_office" => {
                let copies = self.activate(roller, slug);
                self.lose(roller, 2 * copies);
            }
            "demolition_company" => {
                let copies = self.activate(roller, slug);
                self.next(vec![Step::Demolish; copies as usize]);
            }
            "moving_company" => {
                let copies = self.activate(roller, slug);
                self.next(vec![Step::Move; copies as usize]);
            }
            // R18: those that fired close.
            "winery" => {
                let open = self.open_copies(roller, slug);
                self.pay_from_bank(slug, roller);
                self.players[roller].closed.insert(slug.to_owned(), open);
            }
            _ => self.pay_from_bank(slug, roller),
        }
    }

    /// R17
    pub(crate) fn demolitions(&self) -> Vec<String> {
        self.players[self.roller].landmarks.iter().map(|landmark| format!("demolish {landmark}")).collect()
    }

    pub(crate) fn demolish(&mut self, landmark: &str) {
        self.players[self.roller].landmarks.retain(|each| each != landmark);
        self.gain(self.roller, 8);
    }

    /// R22: one kind of the roller's, for him alone.
    pub(crate) fn activate_kind(&mut self, slug: &str) {
        let colour = self.card(slug).colour.clone();
        match colour.as_str() {
            "blue" if slug == "tuna_boat" => self.next(vec![Step::Throw(vec![self.roller])]),
            "blue" => self.pay_from_bank(slug, self.roller),
            "green" => self.next(vec![Step::Green(slug.to_owned())]),
            // Red does nothing, but closed copies open, whatever the condition is.
            _ => {
                self.activate(self.roller, slug);
            }
        }
    }
}
