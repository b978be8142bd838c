import type { Connection } from '#server/platform/database/schema.ts'
import { dependsOnRequester } from './relatedAccounts.ts'
import type { Requester } from './relatedAccounts.ts'

/** All limits after a change, who made it, and when. */
export type LimitStep<Name extends string> = Record<Name, number> & {
  setAt: string
  operator: number | null
}

type LimitSteps<Name extends string> = {
  names: readonly Name[]
  /** In order; the first one has the initial limits. */
  steps: readonly LimitStep<Name>[]
  requester: Requester
}

/**
 * Returns the limits of an operator. Changes by the operator or a related account can lower them,
 * but not raise them: that takes another operator.
 */
export async function replayLimitSteps<Name extends string>(
  trx: Connection,
  { names, steps, requester }: LimitSteps<Name>,
): Promise<Record<Name, number>> {
  let [previous] = steps
  const own = Object.fromEntries(names.map((name) => [name, previous?.[name] ?? 0])) as Record<
    Name,
    number
  > // An entry for each of the names.
  for (const step of steps.slice(1)) {
    const changed = names.filter((name) => step[name] !== previous?.[name])
    const raises = changed.some((name) => step[name] > own[name])
    const isOwn = raises && (await isOwnStep(trx, step, requester))
    for (const name of changed) own[name] = isOwn ? Math.min(own[name], step[name]) : step[name]
    previous = step
  }
  return own
}

const isOwnStep = async (
  trx: Connection,
  { setAt, operator }: Pick<LimitStep<string>, 'setAt' | 'operator'>,
  requester: Requester,
) =>
  operator !== null &&
  (operator === requester.id || (await dependsOnRequester(trx, { operator, requester, at: setAt })))
