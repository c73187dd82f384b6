//! Turns the events of a session into lines of the protocol.

use std::time::Duration;

use crate::board::Move;
use crate::search::{Certainty, Iteration, Line, Valuation};
use crate::serve::session::{Choice, Event, Position, Task};
use crate::wire::nboard::{Depth, Eval, Reply};

/// The shortest time with three decimals. The GUI charges the reported time, and ignores 0.
const SHORTEST: f64 = 0.001;

/// The lines for an event. The values of a player that does not evaluate, or not by the game's rule, are priorities.
pub(super) fn to(event: &Event, evaluates: bool) -> Vec<Reply> {
    match event {
        Event::Started(Task::Choose(_)) => vec![Reply::Status("Thinking".to_owned())],
        Event::Started(Task::Analyze) => vec![Reply::Status("Analyzing".to_owned())],
        // The comment on the last move stays while hints come.
        Event::Started(Task::Rank) | Event::Ranked | Event::Cancelled(Task::Rank) => Vec::new(),
        Event::Started(Task::Explain) | Event::Cancelled(Task::Explain) | Event::Explained(None) => Vec::new(),
        Event::Iteration(iteration) => hints(iteration, evaluates),
        Event::Position(Position { ply, black, .. }) => vec![Reply::Analysis { ply: *ply, eval: *black }],
        Event::Chosen(choice) => answer(choice, evaluates),
        // A move clears the status without a message.
        Event::Analyzed | Event::Cancelled(_) => vec![Reply::Status(String::new())],
        Event::Explained(Some(explanation)) => vec![Reply::Status(explanation.effects())],
        Event::Learned { asked, result } => {
            let said = match result {
                Ok(learned) => learned.clone(),
                Err(reason) => format!("Nothing learned: {reason}"),
            };
            asked.then_some(Reply::Learned).into_iter().chain([Reply::Status(said)]).collect()
        }
    }
}

/// A line for each move, best first. All have one depth, because the GUI deletes hints of another depth.
fn hints(iteration: &Iteration, evaluates: bool) -> Vec<Reply> {
    let certainty = if evaluates { iteration.certainty() } else { Certainty::Depth(1) };
    let lines = iteration.lines.iter().map(|line| hint(line, certainty, evaluates));
    lines.chain([statistics(iteration, iteration.elapsed)]).collect()
}

fn hint(line: &Line, certainty: Certainty, evaluates: bool) -> Reply {
    let eval = Eval::Value(line.value.discs());
    let text = match line.value {
        _ if !evaluates => "priority".to_owned(),
        Valuation::Likely { result, percent, .. } => format!("{result} {percent}%"),
        Valuation::Exact(_) | Valuation::Certain(..) | Valuation::Estimate(_) => String::new(),
    };
    Reply::Search { pv: line.pv.clone(), eval, depth: depth(certainty), text }
}

fn depth(certainty: Certainty) -> Depth {
    match certainty {
        Certainty::Depth(plies) | Certainty::Likely { depth: plies, .. } => Depth::Plies(plies),
        Certainty::WinLossDraw => Depth::WinLossDraw,
        Certainty::Exact => Depth::Exact,
    }
}

fn answer(choice: &Choice, evaluates: bool) -> Vec<Reply> {
    let Choice { mv, report, elapsed } = choice;
    if *mv == Move::Pass && report.lines.is_empty() {
        return vec![Reply::Move { mv: *mv, eval: None, seconds: None }];
    }
    let chosen = report.lines.first().filter(|_| evaluates);
    let eval = chosen.map(|line| line.value.discs());
    // Times are rounded up, because uncharged time would be taken from the opponent.
    let seconds = (elapsed.as_secs_f64() * 1000.0).ceil() / 1000.0;
    // The line of the search has the depth.
    let line = chosen.map(|line| hint(line, line.value.certainty(), evaluates));
    let mv = Reply::Move { mv: *mv, eval, seconds: Some(seconds.max(SHORTEST)) };
    line.into_iter().chain([statistics(report, *elapsed), mv]).collect()
}

fn statistics(iteration: &Iteration, elapsed: Duration) -> Reply {
    Reply::NodeStats { nodes: iteration.nodes, seconds: elapsed.as_secs_f64() }
}
