import { monotonicMs } from "../../runtime/clock.ts";

/**
 * The priority class: the short read at the start of a request, the request itself, background work, or the analysis of
 * whole domains.
 */
export type Urgency = "check" | "request" | "background" | "analysis";

export interface FairQueueOptions {
  /** How many members may be admitted at once. */
  readonly places: number;
  /** How many members of one lane may be admitted at once, so that places remain for other lanes. */
  readonly placesPerLane: number;
  readonly placesInBackground: number;
  readonly maxWaitingPerLane: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

/** Releases the place; calling it twice does nothing. */
export type Leave = () => void;

/** The queue is full, or the wait took too long. */
export class QueueRefusal extends Error {}

interface Waiter {
  readonly admit: () => void;
}

interface Lane {
  readonly name: string;
  readonly waiters: Set<Waiter>;
  inside: number;
  /** Milliseconds its members held places, starting from the progress of its class when the lane became busy. */
  usedMs: number;
}

interface UrgencyClass {
  readonly lanes: Map<string, Lane>;
  readonly share: number;
  readonly places: number;
  inside: number;
  waiting: number;
  usedMs: number;
  /** The used time of the lane that was served last, at which a new lane starts. */
  reachedMs: number;
}

/** The weights by which the classes share the time while all of them have members waiting. */
const SHARES: Readonly<Record<Urgency, number>> = { check: 16, request: 4, background: 1, analysis: 0.5 };
/** Idle lanes are removed only when there are more lanes than this. */
const KEPT_LANES = 64;
/** The most that a lane can be behind when it becomes busy: long stays of the past must not exclude it for long. */
const MAX_DEBT_MS = 1_000;
/** The minimum that a stay counts, so that lanes with very short stays still alternate. */
const LEAST_STAY_MS = 0.1;

/**
 * Shares a few places between lanes. It admits from the lane with the fewest admitted members and, among equals, from
 * the one that has used the least time. A lane with long stays is served less often than one with short stays, and none
 * starves.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #nowMs: () => number;
  readonly #classes: Readonly<Record<Urgency, UrgencyClass>>;
  #inside = 0;
  #waiting = 0;
  /** The used time of the class that was served last. */
  #reachedMs = 0;

  constructor(options: FairQueueOptions, nowMs: () => number = monotonicMs) {
    this.#options = options;
    this.#nowMs = nowMs;
    this.#classes = {
      check: createClass(SHARES.check, options.places),
      request: createClass(SHARES.request, options.places),
      background: createClass(SHARES.background, options.placesInBackground),
      analysis: createClass(SHARES.analysis, options.placesInBackground),
    };
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Waits for a place; throws a `QueueRefusal` when too many wait already or the wait takes too long. */
  async enter(laneName: string, urgency: Urgency): Promise<Leave> {
    const { places, placesPerLane, maxWaitingPerLane, maxWaiting } = this.#options;
    const ofClass = this.#classes[urgency];
    // A class that was idle gets no credit for unused time.
    if (ofClass.waiting + ofClass.inside === 0) ofClass.usedMs = Math.max(ofClass.usedMs, this.#reachedMs);
    const lane = busyLane(ofClass, laneName);
    const isFree = this.#inside < places && this.#waiting === 0 && mayEnter(ofClass, lane, placesPerLane);
    if (isFree) return this.#admit(ofClass, lane);
    if (lane.waiters.size >= maxWaitingPerLane || this.#waiting >= maxWaiting) {
      throw new QueueRefusal("too many are waiting");
    }
    return this.#wait(ofClass, lane);
  }

  #admit(ofClass: UrgencyClass, lane: Lane): Leave {
    this.#inside++;
    ofClass.inside++;
    lane.inside++;
    ofClass.reachedMs = lane.usedMs;
    this.#reachedMs = ofClass.usedMs;
    const enteredMs = this.#nowMs();
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      const stayMs = Math.max(LEAST_STAY_MS, this.#nowMs() - enteredMs);
      lane.usedMs += stayMs;
      ofClass.usedMs += stayMs / ofClass.share;
      this.#inside--;
      ofClass.inside--;
      lane.inside--;
      forgetIdleLanes(ofClass);
      this.#admitWaiting();
    };
  }

  #wait(ofClass: UrgencyClass, lane: Lane): Promise<Leave> {
    const { maxWaitMs } = this.#options;
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        lane.waiters.delete(waiter);
        ofClass.waiting--;
        this.#waiting--;
      };
      const waiter: Waiter = {
        admit: () => {
          stop();
          resolve(this.#admit(ofClass, lane));
        },
      };
      const timer = setTimeout(() => {
        stop();
        forgetIdleLanes(ofClass);
        reject(new QueueRefusal(`no place became free in ${maxWaitMs} ms`));
      }, maxWaitMs);
      lane.waiters.add(waiter);
      ofClass.waiting++;
      this.#waiting++;
      this.#admitWaiting();
    });
  }

  #admitWaiting(): void {
    while (this.#waiting > 0 && this.#inside < this.#options.places) {
      const lane = this.#nextLane();
      if (lane === undefined) return;
      const [waiter] = lane.waiters;
      waiter?.admit();
    }
  }

  /** Returns a lane of the class that has used the least of its share, if one of its lanes may enter. */
  #nextLane(): Lane | undefined {
    const { check, request, background, analysis } = this.#classes;
    const order = [check, request, background, analysis].sort((one, other) => one.usedMs - other.usedMs);
    for (const ofClass of order) {
      const lane = nextOf(ofClass, this.#options.placesPerLane);
      if (lane !== undefined) return lane;
    }
    return undefined;
  }
}

function createClass(share: number, places: number): UrgencyClass {
  return { lanes: new Map(), share, places, inside: 0, waiting: 0, usedMs: 0, reachedMs: 0 };
}

/**
 * Returns the lane, created if missing. A lane that was idle gets no credit for unused time, and remains behind for the
 * time that it used: otherwise a lane that sends one long stay after the other would always count as new.
 */
function busyLane({ lanes, reachedMs }: UrgencyClass, name: string): Lane {
  const known = lanes.get(name);
  const lane = known ?? { name, waiters: new Set(), inside: 0, usedMs: reachedMs };
  if (!known) lanes.set(name, lane);
  if (isIdle(lane)) lane.usedMs = Math.min(Math.max(lane.usedMs, reachedMs), reachedMs + MAX_DEBT_MS);
  return lane;
}

const isIdle = (lane: Lane): boolean => lane.inside === 0 && lane.waiters.size === 0;

/**
 * Removes lanes that have been idle for long. A lane that is idle for a moment keeps its used time; otherwise lanes
 * that come and go would be served before one that always has members waiting.
 */
function forgetIdleLanes(ofClass: UrgencyClass): void {
  const { lanes } = ofClass;
  if (lanes.size <= KEPT_LANES) return;
  if (ofClass.inside + ofClass.waiting === 0) lanes.clear();
  for (const lane of lanes.values()) if (isIdle(lane) && lane.usedMs <= ofClass.reachedMs) lanes.delete(lane.name);
}

function mayEnter(ofClass: UrgencyClass, lane: Lane, placesPerLane: number): boolean {
  return ofClass.inside < ofClass.places && lane.inside < placesPerLane;
}

function nextOf(ofClass: UrgencyClass, placesPerLane: number): Lane | undefined {
  let best: Lane | undefined;
  for (const lane of ofClass.lanes.values()) {
    if (lane.waiters.size === 0 || !mayEnter(ofClass, lane, placesPerLane)) continue;
    if (best === undefined || comesBefore(lane, best)) best = lane;
  }
  return best;
}

function comesBefore(one: Lane, other: Lane): boolean {
  return one.inside === other.inside ? one.usedMs < other.usedMs : one.inside < other.inside;
}
