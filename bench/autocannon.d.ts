/** What the load test uses of it; the package has no types. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly overallRate: number;
    readonly timeout: number;
    readonly requests: readonly { readonly method: 'GET'; readonly path: string }[];
  }
  /** Milliseconds, corrected for requests that could not be sent in time because earlier ones were not answered. */
  interface Latency {
    readonly p50: number;
    readonly p90: number;
    readonly p99: number;
    readonly max: number;
    readonly totalCount: number;
  }
  interface Result {
    readonly latency: Latency;
    readonly requests: { readonly total: number };
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
