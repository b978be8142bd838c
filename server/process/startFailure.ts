/** Why the console cannot start, as one sentence for whoever started it. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}
