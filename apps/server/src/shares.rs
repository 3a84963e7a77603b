//! Places that clients share: one that asks for a lot at once delays only itself.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::refusal::Refusal;

tokio::task_local! {
    /// Who asks, as limits count it, while a request is answered.
    static VISITOR: Option<IpAddr>;
}

/// Does something for a visitor: what shares places knows him by.
pub(crate) async fn asked_by<T>(visitor: Option<IpAddr>, work: impl Future<Output = T>) -> T {
    VISITOR.scope(visitor, work).await
}

/// For whom the present task works, if that is known.
pub(crate) fn visitor() -> Option<IpAddr> {
    VISITOR.try_with(|visitor| *visitor).ok().flatten()
}

/// Places for work of one sort.
pub(crate) struct Shares {
    places: Arc<Semaphore>,
    /// How many one visitor has at most.
    own: usize,
    by_visitor: Arc<Mutex<HashMap<IpAddr, Share>>>,
}

/// What a visitor has and waits for.
struct Share {
    places: Arc<Semaphore>,
    /// How many are at work for him or wait.
    asked: usize,
}

/// How much of one visitor's may wait.
const MOST_WAITING: usize = 64;

/// A place, until this is dropped.
pub(crate) struct Place {
    _of_all: OwnedSemaphorePermit,
    _own: Option<(OwnedSemaphorePermit, Asked)>,
}

/// A visitor who is at work or waits, until this is dropped.
struct Asked {
    visitor: IpAddr,
    by_visitor: Arc<Mutex<HashMap<IpAddr, Share>>>,
}

impl Shares {
    /// So many places, of which one visitor has so many at most.
    pub(crate) fn new(places: usize, own: usize) -> Shares {
        Shares { places: Arc::new(Semaphore::new(places)), own, by_visitor: Arc::default() }
    }

    /// Waits for a place for whoever asks.
    ///
    /// # Errors
    /// `busy`, if too much of his waits.
    pub(crate) async fn place(&self) -> Result<Place, Refusal> {
        let gone = || Refusal::new("broken", "the server takes no more work");
        let asked = visitor().map(|visitor| self.ask(visitor, self.own + MOST_WAITING)).transpose()?;
        self.taken(asked).await.ok_or_else(gone)
    }

    /// Waits for a place for a move of this visitor's, however much of his waits.
    pub(crate) async fn place_for_move(&self, visitor: Option<IpAddr>) -> Option<Place> {
        let asked = visitor.and_then(|visitor| self.ask(visitor, usize::MAX).ok());
        self.taken(asked).await
    }

    /// One of the visitor's own first, so that what he asked for stands in the line of all as often as he has places.
    async fn taken(&self, asked: Option<(Asked, Arc<Semaphore>)>) -> Option<Place> {
        let own = match asked {
            Some((asked, places)) => Some((places.acquire_owned().await.ok()?, asked)),
            None => None,
        };
        Some(Place { _of_all: Arc::clone(&self.places).acquire_owned().await.ok()?, _own: own })
    }

    /// A place at once, if one is free.
    pub(crate) fn try_place(&self) -> Option<Place> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok()?;
        Some(Place { _of_all: place, _own: None })
    }

    fn ask(&self, visitor: IpAddr, most: usize) -> Result<(Asked, Arc<Semaphore>), Refusal> {
        let mut shares = self.by_visitor.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = || Share { places: Arc::new(Semaphore::new(self.own)), asked: 0 };
        let share = shares.entry(visitor).or_insert_with(fresh);
        if share.asked >= most {
            return Err(Refusal::busy(&format!("{MOST_WAITING} requests of yours are waiting"), 5));
        }
        share.asked += 1;
        Ok((Asked { visitor, by_visitor: Arc::clone(&self.by_visitor) }, Arc::clone(&share.places)))
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        let mut shares = self.by_visitor.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(share) = shares.get_mut(&self.visitor) {
            share.asked -= 1;
            if share.asked == 0 {
                shares.remove(&self.visitor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    fn one(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    /// A place for a visitor, if there is one at once.
    fn now(shares: &Shares, visitor: impl Into<Option<IpAddr>>) -> Option<Result<Place, Refusal>> {
        asked_by(visitor.into(), shares.place()).now_or_never()
    }

    #[tokio::test]
    async fn one_visitor_has_no_more_than_his_share() {
        let shares = Shares::new(3, 2);
        let (first, _second) =
            (now(&shares, one(1)).unwrap().unwrap(), now(&shares, one(1)).unwrap().unwrap());
        assert!(now(&shares, one(1)).is_none(), "a third waits though there is room");
        let other = now(&shares, one(2)).unwrap().unwrap();
        assert!(now(&shares, one(3)).is_none(), "all are taken");
        drop((first, other));
        assert!(now(&shares, one(3)).is_some_and(|place| place.is_ok()));
        assert!(now(&shares, None).is_some_and(|place| place.is_ok()), "nobody is counted");
    }

    #[tokio::test]
    async fn what_waits_is_bounded_and_who_has_nothing_is_forgotten() {
        let shares = Shares::new(8, 1);
        let held = now(&shares, one(1)).unwrap().unwrap();
        let mut waiting: Vec<_> =
            (0..MOST_WAITING).map(|_| Box::pin(asked_by(Some(one(1)), shares.place()))).collect();
        assert!(waiting.iter_mut().all(|place| place.now_or_never().is_none()));
        let refused = now(&shares, one(1)).unwrap().err().unwrap();
        assert_eq!(refused, Refusal::busy("64 requests of yours are waiting", 5));
        assert!(now(&shares, one(2)).is_some_and(|place| place.is_ok()), "others are not");
        drop((held, waiting));
        assert!(shares.by_visitor.lock().unwrap().is_empty());
    }
}
