//! What one client may have under way.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::problem::Problem;

/// What is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Requests, streams of events among them.
    Requests,
    /// Bodies that are large, for as long as their requests are under way.
    LargeBodies,
    /// Work of the engine that nobody can stop: it goes on though its answer may
    /// not be waited for any more.
    Work,
}

impl Bound {
    const ALL: usize = 3;

    /// How many there may be, and what they are called.
    fn most(self) -> (usize, &'static str) {
        match self {
            Self::Requests => (1024, "requests"),
            Self::LargeBodies => (8, "large bodies"),
            Self::Work => (16, "checks, inspections, battles and replays"),
        }
    }
}

/// How much of whom is under way.
#[derive(Default)]
pub struct Clients(Mutex<HashMap<IpAddr, [usize; Bound::ALL]>>);

/// One more that is under way, until this is dropped.
pub struct Slot {
    clients: Arc<Clients>,
    client: IpAddr,
    bound: Bound,
}

impl Clients {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, [usize; Bound::ALL]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets one more in, unless there are too many.
    pub fn let_in(self: &Arc<Self>, client: IpAddr, bound: Bound) -> Result<Slot, Problem> {
        let mut clients = self.lock();
        let count = &mut clients.entry(client).or_default()[bound as usize];
        let (most, what) = bound.most();
        if *count >= most {
            let message = format!("{count} {what} of yours are under way: {most} at most");
            return Err(Problem::too_many(message));
        }
        *count += 1;
        Ok(Slot { clients: self.clone(), client, bound })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut clients = self.clients.lock();
        if let Some(counts) = clients.get_mut(&self.client) {
            counts[self.bound as usize] -= 1;
            if *counts == [0; Bound::ALL] {
                clients.remove(&self.client);
            }
        }
    }
}

/// What a request holds to its end.
#[derive(Clone)]
pub struct Holds(Arc<Mutex<Vec<Slot>>>);

impl Holds {
    /// A request that was let in.
    pub fn new(slot: Slot) -> Self {
        Self(Arc::new(Mutex::new(vec![slot])))
    }

    /// Its body is a large one.
    pub fn large_body(&self) -> Result<(), Problem> {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let more = match slots.first() {
            Some(first) => first.clients.let_in(first.client, Bound::LargeBodies)?,
            None => return Ok(()),
        };
        slots.push(more);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use axum::response::IntoResponse;

    use super::*;

    #[test]
    fn what_a_client_has_under_way_is_bounded() {
        let clients = Arc::new(Clients::default());
        let (one, other) = (IpAddr::from([192, 168, 1, 5]), IpAddr::from([192, 168, 1, 6]));
        for bound in [Bound::Requests, Bound::LargeBodies, Bound::Work] {
            let (most, _) = bound.most();
            let let_in = |_| clients.let_in(one, bound).unwrap();
            let mut slots: Vec<Slot> = (0..most).map(let_in).collect();
            let refused = clients.let_in(one, bound).err().unwrap().into_response();
            assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
            // Others are let in, and he himself once one of his is done.
            assert!(clients.let_in(other, bound).is_ok());
            slots.pop();
            slots.extend(clients.let_in(one, bound));
            assert!(clients.let_in(one, bound).is_err());
        }
        assert!(clients.lock().is_empty());
    }

    #[test]
    fn a_request_holds_what_it_has_to_its_end() {
        let clients = Arc::new(Clients::default());
        let one = IpAddr::from([192, 168, 1, 5]);
        let request = || Holds::new(clients.let_in(one, Bound::Requests).unwrap());
        let large: Vec<Holds> = (0..Bound::LargeBodies.most().0).map(|_| request()).collect();
        assert!(large.iter().all(|holds| holds.large_body().is_ok()));
        assert!(request().large_body().is_err());
        drop(large);
        assert!(request().large_body().is_ok());
        assert!(clients.lock().is_empty());
    }
}
