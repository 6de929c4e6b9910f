// The schedule of requests: one at a time, soon after a change, rarely without a change, never while the page is
// hidden.

/**
 * Runs jobs one at a time. A job is due when it was requested and its pause is over, or at its maximum age. The pause
 * grows with the duration of the job, so that a slow server receives fewer requests.
 */
export class Refresher {
  #jobs = [];
  #running = false;
  #timer = null;

  /** `run` requests and draws; `pause` is the minimum time between two runs, `age` the maximum, in milliseconds. */
  add(run, pause, age) {
    const job = { run, pause, age, wanted: true, last: -Infinity, took: 0 };
    this.#jobs.push(job);
    return { soon: () => this.#want(job), now: () => { job.last = -Infinity; this.#want(job); } };
  }

  #want(job) {
    job.wanted = true;
    this.#plan();
  }

  /** Requests every job. */
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
