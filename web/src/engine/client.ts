// The engine as the page has it: one worker in front, and a pool for what takes long.
import { ask, Whole } from "./ask";
import { Front } from "./front";
import { play, playAlone } from "./playing";
import { Pool } from "./pool";
import type { Engine, Ruleset } from "./types";

/** As many workers as there are processors, but not so many that a phone runs hot. */
const MOST_WORKERS = 8;

export function startEngine(workers = Math.min(navigator.hardwareConcurrency || 2, MOST_WORKERS)): Engine {
  const front = new Front();
  const pool = new Pool(workers);
  let known: Promise<Ruleset[]> | null = null;
  return {
    withWorkers: startEngine,
    ready: async () => {
      pool.warm();
      await front.call("version", null);
    },
    version: () => front.call("version", null),
    rulesets: () => {
      known ??= front.call<Ruleset[]>("rulesets", null);
      known.catch(() => (known = null));
      return known;
    },

    check: (source) => front.call("check", source),
    edit: (source, changes) => front.call("edit", { source, changes }),
    get: (source, paths) => front.call("get", { source, paths }),
    inspect: (source) => front.call("inspect", source),
    conditions: (source) => front.call("conditions", source),
    checkCondition: (source, text, kind = "condition") => front.call("check_condition", { source, text, kind }),

    ask: (question, options) => ask(front, pool, question, options),

    run: (source, seed, trial) => front.call("run", { source, seed, trial }),
    log: (source, seed, trial, detail) => front.call("log", { source, seed, trial, detail }),
    moments: (source, seed, trial, observer, from, count) =>
      front.call("moments", { source, seed, trial, observer, from, count }),
    replayMoments: (replay, observer, from, count) => front.call("replay_moments", { replay, observer, from, count }),
    replay: (file) => front.call("replay", file),
    save: (source, seed, trial) => front.call("save", { source, seed, trial }),

    play: (source, seed) => play(front, { verb: "play", source, seed }),
    resume: (replay) => play(front, { verb: "resume", replay }),
    resumeAlone: (replay) => playAlone({ verb: "resume", replay }),

    report: (question) =>
      new Promise((resolve, reject) => {
        const end = (): void => pool.remove(source);
        const source: Whole<string> = new Whole("report", question, {}, {
          answered: (page) => (end(), resolve(page)),
          failed: (why) => (end(), reject(why)),
        });
        pool.add(source);
      }),
  };
}
