import { DescribedError } from '#server/platform/core/platform/describedError.ts'

/** A failed sign-in. */
export class SsoError extends DescribedError {
  override name = 'SsoError'
}
