import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Factors, factorPaths } from '#shared/areas/signIn/factors.ts'
import { parseResponse } from '#shared/engine/api.ts'
import { Section } from '#client/frame/index.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { defineAccountSection } from '../accountSection.ts'
import type { SectionProps } from '../accountSection.ts'
import { AddPasskey } from '../factors/AddPasskey.tsx'
import { FactorForm } from '../factors/FactorForm.tsx'
import { factorIntents } from '../factors/factorIntents.ts'
import type { ShownFactor } from '../factors/factorIntents.ts'
import { factorsMessages } from '../factors/messages.ts'
import { PasskeyRow } from '../factors/PasskeyRow.tsx'
import { RecoveryCodes } from '../factors/RecoveryCodes.tsx'
import { AppSetup } from '../factors/AppSetup.tsx'
import * as styles from '../account.css.ts'

/** The operator's passkeys, authenticator app, and recovery codes. */
function FactorsSection({ data, refused, shown, writeKey }: SectionProps<Factors>) {
  const { totp, passkeys, recoveryCodes, dueAt } = data
  const hasFactor = totp !== null || passkeys.length > 0
  // The section's own intents return nothing else.
  const { recoveryCodes: newCodes, setup } = (shown ?? {}) as ShownFactor
  const [passkeyCodes, setPasskeyCodes] = useState<readonly string[] | null>(null)
  const revalidator = useRevalidator()
  const codes = newCodes ?? passkeyCodes
  return (
    <>
      {refused?.failure && <FailureText failure={refused.failure} />}
      {codes && <RecoveryCodes codes={codes} />}
      <Section id="passkeys" title={factorsMessages.passkeys} narrow>
        <div className={styles.inset}>
          <p className={styles.text}>{factorsMessages.passkeysExplain}</p>
          {!hasFactor && dueAt && (
            <p>
              {factorsMessages.required} <Instant at={dueAt} />
            </p>
          )}
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} refused={refused} writeKey={writeKey} />
          ))}
          <AddPasskey
            onAdded={(added) => {
              setPasskeyCodes(added)
              void revalidator.revalidate()
            }}
          />
        </div>
      </Section>
      <Section id="totp" title={factorsMessages.totp} narrow>
        <div className={styles.inset}>
          {totp && (
            <>
              <p className={styles.text}>
                {factorsMessages.totpSince} <Instant at={totp.confirmedAt} />
              </p>
              <FactorForm
                intent="removeTotp"
                label={factorsMessages.removeTotp}
                writeKey={writeKey}
              />
            </>
          )}
          {!totp && (setup || refused?.intent === 'confirmTotp') && (
            <>
              {setup && <AppSetup {...setup} />}
              <FactorForm
                intent="confirmTotp"
                label={factorsMessages.confirmTotp}
                writeKey={writeKey}
              >
                <TextInput
                  id="code"
                  name="code"
                  label={factorsMessages.code}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  error={refused?.errors['code']}
                  required
                />
              </FactorForm>
            </>
          )}
          {!totp && !setup && refused?.intent !== 'confirmTotp' && (
            <>
              <p className={styles.text}>{factorsMessages.totpExplain}</p>
              <FactorForm
                intent="startTotp"
                label={factorsMessages.startTotp}
                writeKey={writeKey}
              />
            </>
          )}
        </div>
      </Section>
      {hasFactor && (
        <Section id="recoveryCodes" title={factorsMessages.recoveryCodes} narrow>
          <div className={styles.inset}>
            <p className={styles.text}>{factorsMessages.codesLeft(recoveryCodes)}</p>
            <FactorForm
              intent="createCodes"
              label={factorsMessages.createCodes}
              writeKey={writeKey}
            />
          </div>
        </Section>
      )}
    </>
  )
}

export const factorsSection = defineAccountSection({
  title: factorsMessages.title,
  what: factorsMessages.what,
  intents: factorIntents,
  load: async ({ api, signal }) => {
    const { body } = await api.send({ method: 'GET', path: factorPaths.factors, signal })
    return parseResponse(Factors, body)
  },
  render: (props) => <FactorsSection {...props} />,
})
