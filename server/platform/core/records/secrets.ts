import type { SecretState } from '#shared/engine/fields/fieldParts.ts'
import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import { isSecretState } from '#shared/engine/list/referenceValues.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import type { Account } from '../auth/tokens.ts'
import { requirePermission, hasPermission } from '../http/createCallHandler.ts'
import type { WriteContext } from '../http/call.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { FieldValues } from './values.ts'
import { recordMessages } from './messages.ts'

/** Changed secrets by field: the text to seal, or null to remove it. */
type SecretChanges = Record<string, string | null>

/**
 * Separates secrets from the other values. Secrets are sealed for the database and never logged.
 */
export function splitSecrets({ fields }: Pick<Resource, 'fields'>, values: FieldValues) {
  const plain: FieldValues = {}
  const secrets: SecretChanges = {}
  for (const [name, value] of Object.entries(values))
    if (fields[name]?.kind === 'secret') secrets[name] = typeof value === 'string' ? value : null
    else plain[name] = value
  return { plain, secrets }
}

/** Keeps the secrets that change something. A secret that isn't set can't be removed. */
export const filterChangedSecrets = (secrets: SecretChanges, before: FieldValues): SecretChanges =>
  Object.fromEntries(
    Object.entries(secrets).filter(([name, text]) => {
      const state = before[name]
      return text !== null || (isSecretState(state) && state.set)
    }),
  )

/** Rejects a caller without the permission that setting or removing these secrets needs. */
export function requireSecretPermissions(
  { fields }: Pick<Resource, 'fields'>,
  secrets: SecretChanges,
  caller: Account,
): void {
  for (const name of Object.keys(secrets)) {
    const { permission, label = name } = fields[name] ?? {}
    if (permission) requirePermission(permission, caller, recordMessages.changingSecret(label))
  }
}

/** Rejects sending a stored secret to a new destination. It must be entered again or removed. */
export function validateSecretDestinations(
  { fields }: Pick<Resource, 'fields'>,
  caller: Account,
  { before, values }: { before: FieldValues; values: FieldValues },
): ValidationErrors {
  const errors: ValidationErrors = {}
  const getFieldLabel = (name: string) => fields[name]?.label ?? name
  for (const [name, { label, permission, destinationFields = [] }] of Object.entries(fields)) {
    const state = before[name]
    const isKept = isSecretState(state) && state.set && !(name in values)
    const changedDestinations = destinationFields.filter(
      (destination) =>
        destination in values &&
        !isSameFieldValue(values[destination], before[destination] ?? null),
    )
    if (!isKept || changedDestinations.length === 0) continue
    if (permission && !hasPermission(permission, caller))
      for (const destination of changedDestinations)
        errors[destination] = platformMessages.secretDestination(
          getFieldLabel(destination),
          label,
          permission,
        )
    else
      errors[name] = platformMessages.enterSecretAgain(
        label,
        changedDestinations.map(getFieldLabel),
      )
  }
  return errors
}

export const toSecretStates = (secrets: SecretChanges, now: string): Record<string, SecretState> =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, text]) => [
      name,
      text === null
        ? { set: false, hint: null, changedAt: null }
        : { set: true, hint: getSecretHint(text), changedAt: now },
    ]),
  )

/** Returns a secret's last four characters if it's long enough that they reveal little. */
function getSecretHint(text: string): string | null {
  const characters = [...text]
  return characters.length < 12 ? null : characters.slice(-4).join('')
}

/**
 * Returns the columns of sealed secrets. The record needs its ID first, since each secret is bound
 * to its row.
 */
export const buildSealedColumns = (
  { name: table }: Pick<Resource, 'name'>,
  { platform, now }: { platform: Pick<WriteContext['platform'], 'secrets'>; now: string },
  id: number,
  secrets: SecretChanges,
): FieldValues => ({
  ...Object.fromEntries(
    Object.entries(toSecretStates(secrets, now)).map(([name, state]) => [
      name,
      JSON.stringify(state),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(secrets).map(([column, text]) => [
      `${column}Sealed`,
      text === null ? null : platform.secrets.seal({ table, column, id }, text),
    ]),
  ),
})

export async function saveSecrets(
  resource: Resource,
  context: WriteContext,
  records: readonly { id: number }[],
  secrets: readonly SecretChanges[],
): Promise<void> {
  for (const [index, { id }] of records.entries()) {
    const recordSecrets = secrets[index] ?? {}
    if (Object.keys(recordSecrets).length > 0)
      await withRecordTables(context.trx)
        .updateTable(resource.name)
        .set(buildSealedColumns(resource, context, id, recordSecrets))
        .where('id', '=', id)
        .execute()
  }
}
