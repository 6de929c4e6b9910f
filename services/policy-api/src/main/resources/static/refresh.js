// When to ask the server: one request after the other, soon after a change, seldom without one, never while nobody looks.

/**
 * Runs jobs, one at a time. A job is due when it was called for and its pause is over, or when its longest age is reached. The pause grows with the time
 * that the job took, so that a slow server is asked less often.
 */
export class Refresher {
  #jobs = [];
  #running = false;
  #timer = null;

  /** `run` asks and draws; `pause` is the least time between two runs, `age` the longest, in milliseconds. */
  add(run, pause, age) {
    const job = { run, pause, age, wanted: true, last: -Infinity, took: 0 };
    this.#jobs.push(job);
    return { soon: () => this.#want(job), now: () => { job.last = -Infinity; this.#want(job); } };
  }

  #want(job) {
    job.wanted = true;
    this.#plan();
  }

  /** Has every job run again. */
  all() {
    this.#jobs.forEach((job) => { job.wanted = true; job.last = -Infinity; });
    this.#plan();
  }

  #dueIn(job) {
    const pause = Math.max(job.pause, 4 * job.took);
    return job.last + (job.wanted ? pause : Math.max(pause, job.age)) - performance.now();
  }

  #plan() {
    if (this.#running || document.hidden) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), Math.max(0, Math.min(...this.#jobs.map((job) => this.#dueIn(job)))));
  }

  async #run() {
    if (this.#running || document.hidden) return;
    this.#running = true;
    try {
      for (const job of this.#jobs) {
        if (this.#dueIn(job) > 0) continue;
        job.wanted = false;
        const began = performance.now();
        await job.run();
        job.last = performance.now();
        job.took = job.last - began;
      }
    } finally {
      this.#running = false;
      this.#plan();
    }
  }
}
