import type { SecretState } from '#shared/engine/fields/fieldParts.ts'
import { sameValue } from '#shared/engine/fields/formValues.ts'
import { isSecretState } from '#shared/engine/list/picked.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import type { Account } from '../auth/tokens.ts'
import { demand, holds } from '../http/answering.ts'
import type { Work } from '../http/call.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import type { Values } from './values.ts'
import { recordMessages } from './messages.ts'

/** What was written of secrets, by field: the text that is to be sealed, or null where it is taken away. */
type Secrets = Record<string, string | null>

/** Parts values from the secrets among them, which go to the database sealed and to the log not at all. */
export function partSecrets({ fields }: Pick<Resource, 'fields'>, values: Values) {
  const plain: Values = {}
  const secrets: Secrets = {}
  for (const [name, value] of Object.entries(values))
    if (fields[name]?.kind === 'secret') secrets[name] = typeof value === 'string' ? value : null
    else plain[name] = value
  return { plain, secrets }
}

/** Those that change something: one that is not there cannot be taken away. */
export const changedSecrets = (secrets: Secrets, before: Values): Secrets =>
  Object.fromEntries(
    Object.entries(secrets).filter(([name, text]) => {
      const state = before[name]
      return text !== null || (isSecretState(state) && state.set)
    }),
  )

/** Refuses to write these to who may not handle the secrets of their area: setting them, and taking them away. */
export function demandSecrets(
  { fields }: Pick<Resource, 'fields'>,
  secrets: Secrets,
  caller: Account,
): void {
  for (const name of Object.keys(secrets)) {
    const { needs, label = name } = fields[name] ?? {}
    if (needs) demand(needs, caller, recordMessages.changingSecret(label))
  }
}

/** What is wrong where a kept secret would be sent elsewhere than it was given for: it is given anew, or taken away. */
export function movedSecrets(
  { fields }: Pick<Resource, 'fields'>,
  caller: Account,
  { before, values }: { before: Values; values: Values },
): FieldErrors {
  const errors: FieldErrors = {}
  const labelOf = (name: string) => fields[name]?.label ?? name
  for (const [name, { label, needs, sentTo = [] }] of Object.entries(fields)) {
    const state = before[name]
    const isKept = isSecretState(state) && state.set && !(name in values)
    const places = sentTo.filter(
      (place) => place in values && !sameValue(values[place], before[place] ?? null),
    )
    if (!isKept || places.length === 0) continue
    if (needs && !holds(needs, caller))
      for (const place of places)
        errors[place] = platformMessages.sends(labelOf(place), label, needs)
    else errors[name] = platformMessages.anew(label, places.map(labelOf))
  }
  return errors
}

export const statesOf = (secrets: Secrets, now: string): Record<string, SecretState> =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, text]) => [
      name,
      text === null
        ? { set: false, hint: null, changedAt: null }
        : { set: true, hint: hintOf(text), changedAt: now },
    ]),
  )

/** Its last four characters, of one so long that these give nothing away. */
function hintOf(text: string): string | null {
  const characters = [...text]
  return characters.length < 12 ? null : characters.slice(-4).join('')
}

/** The columns of secrets as they are written; a record must have its id before, since each is bound to its row. */
export const sealedColumns = (
  { name: table }: Pick<Resource, 'name'>,
  { platform, now }: { platform: Pick<Work['platform'], 'secrets'>; now: string },
  id: number,
  secrets: Secrets,
): Values => ({
  ...Object.fromEntries(
    Object.entries(statesOf(secrets, now)).map(([name, state]) => [name, JSON.stringify(state)]),
  ),
  ...Object.fromEntries(
    Object.entries(secrets).map(([column, text]) => [
      `${column}Sealed`,
      text === null ? null : platform.secrets.seal({ table, column, id }, text),
    ]),
  ),
})

export async function keepSecrets(
  resource: Resource,
  work: Work,
  made: readonly { id: number }[],
  secrets: readonly Secrets[],
): Promise<void> {
  for (const [at, { id }] of made.entries()) {
    const given = secrets[at] ?? {}
    if (Object.keys(given).length > 0)
      await recordTables(work.trx)
        .updateTable(resource.name)
        .set(sealedColumns(resource, work, id, given))
        .where('id', '=', id)
        .execute()
  }
}
