/** The figures of one wiki, as its host reports them. */
export interface WikiMetrics {
  ended(kind: string, state: string, seconds: number | null): void;
  decided(outcome: string): void;
  uploaded(bytes: number): void;
}
