import type { Passkey } from '#shared/areas/signIn/factors.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { FactorForm } from './FactorForm.tsx'
import { factorsMessages } from './messages.ts'
import * as styles from '../account.css.ts'

/** Shows a passkey with its use, and the button that removes it. */
export function PasskeyRow({ passkey, writeKey }: { passkey: Passkey; writeKey: string }) {
  const { id, name, backedUp, createdAt, lastUsedAt } = passkey
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
