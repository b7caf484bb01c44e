// The one error type of the API.

/** What went wrong, in words a reader can act on. Every rejected promise of this API carries one. */
export class GroundscopeError extends Error {
  override readonly name = 'GroundscopeError';
  /**
   * @param code stable identifier: `cancelled`, `engine_crashed`, `timed_out`, `disposed`, `load_failed`, `unknown_scan`,
   *   `self_check_failed`, or one of the engine's own (`decode`, `weights`, `read`, `references`, `predictions`, `answers`, `output`,
   *   `score`, `evaluate`, `partial`, `convert`, ...)
   * @param message what happened
   * @param hint what to do now; may be empty
   * @param details what the browser or the engine said of it, for a report; may be empty
   */
  constructor(
    readonly code: string,
    message: string,
    readonly hint = '',
    readonly details = '',
  ) {
    super(message);
  }
}
