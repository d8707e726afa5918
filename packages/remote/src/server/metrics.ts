import type { RunnerEvent, RunnerStats } from "../runner/events.js";

/** Upper bounds of the histogram of durations, in seconds. */
const BOUNDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120] as const;

/**
 * A runner's figures in the text format of Prometheus. Labels come from fixed sets: nobody can
 * make new series by what they send.
 */
export class RunnerMetrics {
  readonly #counters = new Map<string, number>();
  readonly #buckets: number[] = BOUNDS.map(() => 0);
  #seconds = 0;
  #count = 0;

  /** Counts something that happened in the runner. */
  observe(event: RunnerEvent): void {
    switch (event.type) {
      case "started":
        this.#add(`execbox_runner_executions_started_total{kind="${event.kind}"}`);
        return;
      case "finished":
        this.#add(`execbox_runner_executions_finished_total{ending="${event.ending}"}`);
        this.#add("execbox_runner_tool_calls_total", event.toolCalls);
        this.#time(event.durationMs / 1_000);
        return;
      case "refused":
        this.#add(`execbox_runner_executions_refused_total{reason="${event.reason}"}`);
        return;
      case "link-lost":
        this.#add("execbox_runner_engines_lost_total");
        return;
    }
  }

  /** Counts a request that was not let in. */
  rejected(status: number): void {
    this.#add(`execbox_runner_connections_rejected_total{status="${status}"}`);
  }

  /** The page a scraper reads. */
  render(stats: RunnerStats, connections: number): string {
    const gauges: Record<string, number> = {
      execbox_runner_sessions_running: stats.running,
      execbox_runner_sessions_free: stats.free,
      execbox_runner_draining: stats.draining ? 1 : 0,
      execbox_runner_connections: connections,
      process_resident_memory_bytes: process.memoryUsage.rss(),
    };
    const lines = Object.entries(gauges).flatMap(([name, value]) => [
      `# TYPE ${name} gauge`,
      `${name} ${value}`,
    ]);
    return [...lines, ...this.#renderCounters(), ...this.#renderDurations(), ""].join("\n");
  }

  #renderCounters(): string[] {
    const lines: string[] = [];
    let last = "";
    for (const [series, value] of [...this.#counters].sort()) {
      const name = series.replace(/\{.*$/, "");
      if (name !== last) lines.push(`# TYPE ${name} counter`);
      lines.push(`${series} ${value}`);
      last = name;
    }
    return lines;
  }

  #renderDurations(): string[] {
    const name = "execbox_runner_execution_seconds";
    return [
      `# TYPE ${name} histogram`,
      ...BOUNDS.map((bound, index) => `${name}_bucket{le="${bound}"} ${this.#buckets[index]}`),
      `${name}_bucket{le="+Inf"} ${this.#count}`,
      `${name}_sum ${this.#seconds}`,
      `${name}_count ${this.#count}`,
    ];
  }

  #time(seconds: number): void {
    this.#seconds += seconds;
    this.#count++;
    BOUNDS.forEach((bound, index) => {
      if (seconds <= bound) this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
    });
  }

  #add(series: string, amount = 1): void {
    this.#counters.set(series, (this.#counters.get(series) ?? 0) + amount);
  }
}
