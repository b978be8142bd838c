import type { Passkey } from '#shared/areas/signIn/factors.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { FactorForm } from './FactorForm.tsx'
import { factorsMessages } from './messages.ts'
import * as styles from '../account.css.ts'

type Props = { passkey: Passkey; refused: RejectedForm | undefined; writeKey: string }

/** Shows a passkey with its use, and the forms that rename and remove it. */
export function PasskeyRow({ passkey, refused, writeKey }: Props) {
  const { id, name, backedUp, createdAt, lastUsedAt } = passkey
  const isRejected = refused?.intent === 'renamePasskey' && refused.values['passkey'] === String(id)
  return (
    <div className={styles.row}>
      <div>
        <strong>{name}</strong>
        <p className={styles.text}>
          {backedUp ? factorsMessages.synced : factorsMessages.thisDevice}, {factorsMessages.added}{' '}
          <Instant at={createdAt} />
          {lastUsedAt && (
            <>
              , {factorsMessages.lastUsed} <Instant at={lastUsedAt} />
            </>
          )}
        </p>
        {/* A new name closes it. */}
        <details key={name} open={isRejected || undefined}>
          <summary aria-label={factorsMessages.renameOf(name)}>{factorsMessages.rename}</summary>
          <FactorForm
            intent="renamePasskey"
            label={factorsMessages.saveName}
            writeKey={`${writeKey}-${id}`}
          >
            <input type="hidden" name="passkey" value={id} />
            <TextInput
              id={`passkey-${id}-name`}
              name="name"
              label={factorsMessages.newName}
              defaultValue={isRejected ? String(refused.values['name'] ?? '') : name}
              error={isRejected ? refused.errors['name'] : undefined}
              maxLength={60}
              required
            />
          </FactorForm>
        </details>
      </div>
      <FactorForm
        intent="removePasskey"
        label={factorsMessages.removePasskey}
        describedLabel={factorsMessages.removePasskeyOf(name)}
        writeKey={`${writeKey}-${id}`}
      >
        <input type="hidden" name="passkey" value={id} />
      </FactorForm>
    </div>
  )
}
