//! The parts of a configuration that decide the games, as the results folder keeps them.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{ClockKind, Config, EngineSpec, Limits, Source, Timeouts};
use crate::record::Digest;
use crate::tournament::Error;

impl Config {
    /// Everything beyond the frame that decides the games. Programs and files are identified by their digests, not
    /// their paths.
    ///
    /// # Errors
    ///
    /// An engine's program, or a file in its command, cannot be read.
    pub(crate) fn details(&self, encounters: usize, openings: &Digest) -> Result<Value, Error> {
        let engines: Vec<Value> = self.engines.iter().map(EngineSpec::details).collect::<Result<_, _>>()?;
        let void: Vec<&str> = self.void.iter().map(|kind| kind.name()).collect();
        let Timeouts { start, reply, late, quit, margin } = self.timeouts;
        // Folders made before there was a choice count the wall's.
        let clock = (self.clock == ClockKind::Cpu).then_some(("clock".to_owned(), json!(self.clock)));
        let mut details = json!({
            "engines": engines,
            "seed": self.seed,
            "openings": {"encounters": encounters, "digest": openings},
            "adjudicate": self.adjudicate,
            "resign": self.resign,
            "draw": self.draw,
            "void": void,
            "timeouts": {
                "start": start.as_secs_f64(),
                "reply": reply.as_secs_f64(),
                "late": late.as_secs_f64(),
                "quit": quit.as_secs_f64(),
                "margin": margin.as_secs_f64(),
            },
        });
        details.as_object_mut().into_iter().for_each(|fields| fields.extend(clock.clone()));
        Ok(details)
    }

    /// The paths, and how the openings were chosen.
    #[must_use]
    pub(crate) fn notes(&self) -> Value {
        let source = match &self.openings.source {
            Source::File(path) => path.display().to_string(),
            Source::Balanced => "balanced".to_owned(),
            Source::Random(plies) => format!("random:{plies}"),
        };
        let engines = self
            .engines
            .iter()
            .map(|engine| (engine.name.clone(), json!({"cmd": engine.command, "dir": engine.folder})));
        json!({
            "openings": {
                "source": source,
                "order": if self.openings.shuffled { "random" } else { "sequential" },
                "start": self.openings.start + 1,
                "plies": self.openings.plies,
                "repeat": self.openings.repeat,
            },
            "engines": engines.collect::<serde_json::Map<_, _>>(),
        })
    }
}

impl EngineSpec {
    /// The file that a word of the command names, relative to the engine's folder.
    #[must_use]
    pub(crate) fn file(&self, word: &str) -> Option<PathBuf> {
        let path = self.folder.as_deref().unwrap_or(Path::new("")).join(word);
        path.is_file().then_some(path)
    }

    /// What decides its games.
    fn details(&self) -> Result<Value, Error> {
        let Limits { clock, per_move, depth, nodes } = self.limits;
        let argument = |word: &String| match self.file(word) {
            None => Ok(json!(word)),
            Some(path) => digest(&path).map(|digest| json!({"file": digest})),
        };
        let arguments: Vec<Value> = self.arguments.iter().map(argument).collect::<Result<_, Error>>()?;
        Ok(json!({
            "name": self.name,
            "program": digest(&self.program)?,
            "arguments": arguments,
            "proto": self.protocol,
            "env": self.env,
            "init": self.init,
            "tc": clock.map(|clock| clock.to_string()),
            "st": per_move.map(|time| time.as_secs_f64()),
            "depth": depth,
            "nodes": nodes,
            "memory_mb": self.memory,
            "margin": self.margin.map(|margin| margin.as_secs_f64()),
            "ponder": self.ponder,
            "restart": if self.restart_each_game { "game" } else { "fault" },
        }))
    }
}

fn digest(path: &Path) -> Result<Digest, Error> {
    Digest::of_file(path).map_err(|error| Error::file(path, error))
}
