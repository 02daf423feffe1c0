//! Connections, so many and no more.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::IncomingStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// So many connections are open at once; others wait.
const MOST: usize = 4096;
/// How long it is waited after a connection that could not be taken.
const PAUSE: Duration = Duration::from_millis(100);

/// A listener that takes no more than it can hold.
pub struct Listener {
    listener: TcpListener,
    room: Arc<Semaphore>,
}

impl Listener {
    /// The same with bounds.
    pub fn new(listener: TcpListener) -> Self {
        Self::with_room(listener, MOST)
    }

    fn with_room(listener: TcpListener, most: usize) -> Self {
        Self { listener, room: Arc::new(Semaphore::new(most)) }
    }
}

/// Who asks.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

impl Connected<IncomingStream<'_, Listener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Listener>) -> Self {
        Self(stream.remote_addr().ip())
    }
}

impl axum::serve::Listener for Listener {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        // Nobody closes it.
        let room = self.room.clone().acquire_owned().await.ok();
        loop {
            match self.listener.accept().await {
                Ok((stream, from)) => {
                    // Answers are short and wanted at once.
                    let _ = stream.set_nodelay(true);
                    return (Connection { stream, _room: room }, from);
                }
                // Too many open files, or a client that is gone: others may fare better.
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that has its room.
pub struct Connection {
    stream: TcpStream,
    _room: Option<OwnedSemaphorePermit>,
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::pin::pin;

    use axum::serve::Listener as _;
    use futures_util::future::poll_immediate;

    use super::*;

    #[test]
    fn connections_beyond_the_bound_wait() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
            let mut listener = Listener::with_room(listener, 1);
            let address = listener.local_addr().unwrap();
            let _one = TcpStream::connect(address).await.unwrap();
            let _two = TcpStream::connect(address).await.unwrap();
            let (first, _) = listener.accept().await;
            assert!(poll_immediate(pin!(listener.accept())).await.is_none());
            drop(first);
            listener.accept().await;
        });
    }
}
