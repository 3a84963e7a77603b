//! Guided search from many positions at once: one tree each, one evaluation for the leaves of all.
//!
//! [`Forest::gather`] goes down all trees, [`Forest::write`] writes the positions that wait into the caller's arrays, and
//! [`Forest::answer`] takes what the caller's net says of them; again, until nothing waits. Trees share nothing, so what is found does
//! not depend on how many there are or on the number of threads.

use tercet_search::guided::{AnySearch, Descent, SearchOutput};

use crate::batch::{BatchError, Pool, view_shape};

/// Trees that are searched together. All are of one game with one kind of observation.
pub struct Forest {
    trees: Vec<Growing>,
    simulations: u32,
    leaves: usize,
    pool: Pool,
}

struct Growing {
    tree: Box<dyn AnySearch>,
    /// Simulations that are begun; `None` while the root itself is not evaluated.
    begun: Option<u32>,
}

/// How large a position's rows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Planes, rows and columns of an observation.
    pub planes: [usize; 3],
    /// Numbers that actions have.
    pub actions: usize,
    /// Seats.
    pub seats: usize,
}

impl Shape {
    fn of(tree: &dyn AnySearch) -> Shape {
        Shape { planes: tree.plane_shape(), actions: tree.action_count(), seats: tree.seats() }
    }

    /// The shape of one observation, as batches have it.
    pub fn view(&self) -> Vec<usize> {
        view_shape(self.planes)
    }
}

/// What was found out, as the caller's arrays: rows are positions.
#[derive(Debug)]
pub struct Found<'a> {
    /// The actions to play; -1 where nobody decides.
    pub actions: &'a mut [i64],
    /// What each position is worth to the seat that decides.
    pub values: &'a mut [f32],
    /// See [`SearchOutput`].
    pub visits: &'a mut [i32],
    /// See [`SearchOutput`].
    pub action_values: &'a mut [f32],
    /// See [`SearchOutput`].
    pub policy: &'a mut [f32],
}

impl Forest {
    /// Trees that get so many simulations each, with at most so many leaves a tree in one evaluation.
    ///
    /// # Errors
    /// The number of the first tree that has another shape than the first.
    pub fn new(
        trees: Vec<Box<dyn AnySearch>>,
        simulations: u32,
        leaves: usize,
        threads: usize,
    ) -> Result<Forest, usize> {
        let shape = trees.first().map(|tree| Shape::of(&**tree));
        if let Some(other) = trees.iter().position(|tree| Some(Shape::of(&**tree)) != shape) {
            return Err(other);
        }
        let trees = trees.into_iter().map(|tree| Growing { tree, begun: None }).collect();
        Ok(Forest { trees, simulations, leaves: leaves.max(1), pool: Pool::new(threads) })
    }

    /// How large rows are.
    pub fn shape(&self) -> Shape {
        self.trees.first().map_or(Shape { planes: [0; 3], actions: 0, seats: 0 }, |one| Shape::of(&*one.tree))
    }

    /// Goes down all trees; gives how many positions wait. With none, the search is over.
    ///
    /// # Errors
    /// If the threads can't be started.
    pub fn gather(&mut self) -> Result<usize, BatchError> {
        let (simulations, leaves) = (self.simulations, self.leaves);
        let threads = self.pool.threads();
        let share = self.trees.len().div_ceil(threads).max(1);
        match self.pool.get()? {
            None => self.trees.iter_mut().for_each(|one| one.descend(simulations, leaves)),
            Some(pool) => pool.in_place_scope(|scope| {
                for trees in self.trees.chunks_mut(share) {
                    scope.spawn(move |_| trees.iter_mut().for_each(|one| one.descend(simulations, leaves)));
                }
            }),
        }
        Ok(self.trees.iter().map(|one| one.tree.waiting()).sum())
    }

    /// The seat that decides in each position that waits.
    pub fn seats(&self) -> Vec<u8> {
        let of =
            |one: &Growing| -> Vec<u8> { (0..one.tree.waiting()).map(|nth| one.tree.seat(nth).0).collect() };
        self.trees.iter().flat_map(of).collect()
    }

    /// Writes the positions that wait, a row each.
    ///
    /// # Panics
    /// If the arrays are not that long.
    pub fn write(&mut self, views: &mut [f32], masks: &mut [u8]) {
        let shape = self.shape();
        let mut views = views.chunks_exact_mut(shape.planes.iter().product::<usize>().max(1));
        let mut masks = masks.chunks_exact_mut(shape.actions.max(1));
        for one in &mut self.trees {
            for nth in 0..one.tree.waiting() {
                let (view, mask) = (views.next().expect("a row each"), masks.next().expect("a row each"));
                one.tree.write(nth, view, mask);
            }
        }
    }

    /// Takes the answers, a row for each position that waits: logits of all actions, and what is still to come for each seat.
    ///
    /// # Panics
    /// If the arrays are not that long.
    pub fn answer(&mut self, logits: &[f32], values: &[f32]) {
        let (shape, mut at) = (self.shape(), 0);
        for one in &mut self.trees {
            let rows = at..at + one.tree.waiting();
            at = rows.end;
            if !rows.is_empty() {
                let (from, to) = (rows.start, rows.end);
                let logits = &logits[from * shape.actions..to * shape.actions];
                one.tree.answer(logits, &values[from * shape.seats..to * shape.seats]);
            }
        }
    }

    /// What was found out.
    ///
    /// # Panics
    /// If the arrays are not one row for each position.
    pub fn findings(&self, out: &mut Found<'_>) {
        let actions = self.shape().actions.max(1);
        let rows = out.visits.chunks_exact_mut(actions);
        let rows = rows.zip(out.action_values.chunks_exact_mut(actions));
        let rows = rows.zip(out.policy.chunks_exact_mut(actions));
        for (nth, (one, ((visits, values), policy))) in self.trees.iter().zip(rows).enumerate() {
            let found = one.tree.findings(SearchOutput { visits, values, policy });
            (out.actions[nth], out.values[nth]) =
                found.map_or((-1, 0.0), |(action, value)| (action as i64, value));
        }
    }
}

impl Growing {
    /// Simulations until enough positions wait, or no more are wanted.
    fn descend(&mut self, simulations: u32, leaves: usize) {
        if self.tree.decider().is_none() {
            return;
        }
        let Some(mut begun) = self.begun else {
            self.tree.descend();
            self.begun = Some(0);
            return;
        };
        while begun < simulations && self.tree.waiting() < leaves {
            if self.tree.descend() == Descent::Blocked {
                break;
            }
            begun += 1;
        }
        self.begun = Some(begun);
    }
}
