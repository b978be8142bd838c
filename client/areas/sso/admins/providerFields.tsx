import { useNavigation } from 'react-router'
import { longText, optional } from '#shared/engine/fields/fields.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import type { OwnInput, OwnInputs } from '#client/form/RecordForm.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import { ToEnter } from '#client/integrations/ToEnter.tsx'
import { Button } from '#client/ui/Button.tsx'
import { readParam, xmlInput } from './intents.ts'
import type { More } from './more.ts'
import { adminSignOnWords as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from '#client/integrations/integrations.css.ts'

const { metadataUrl, issuer } = adminSignOns.fields
const url = { ...metadataUrl, hint: say.metadataHint }
const xml = optional(longText(say.metadataXml, { max: 1_000_000 }))

/** What each protocol begins with: our side for the provider, then the provider's. */
export const providerFields = (props: SetupProps<More>): OwnInputs => ({
  metadataUrl: (input) => <SamlStart {...props} input={input} />,
  issuer: (input) => <OidcStart {...props} input={input} />,
})

type Start = SetupProps<More> & { input: OwnInput }

function SamlStart({ record, resource, refused, more: { ours }, input }: Start) {
  const reading = useNavigation().formData?.has(readParam) ?? false
  const wrong = refused?.errors[xmlInput]
  const mayChange = resource.writes.includes('change')
  return (
    <div className={styles.start}>
      {ours && (
        <ToEnter
          entries={[
            [say.entityId, ours.entityId],
            [say.acs, ours.acsUrl],
          ]}
        >
          {record && <a href={ours.metadataUrl}>{say.download}</a>}
        </ToEnter>
      )}
      {/* Enter in a field saves: the first button that sends is the one it presses. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden />
      <div className={styles.beside}>
        <FieldInput {...input} field={url} />
        {mayChange && (
          <Button type="submit" name={readParam} value="1" color="white" loading={reading}>
            {say.readMetadata}
          </Button>
        )}
      </div>
      {mayChange && (
        <details open={wrong !== undefined || undefined}>
          <summary className={panel.fold}>{say.pasteMetadata}</summary>
          <FieldInput
            id={`field-${xmlInput}`}
            name={xmlInput}
            field={xml}
            value={refused?.values[xmlInput]}
            error={wrong}
          />
        </details>
      )}
    </div>
  )
}

const OidcStart = ({ record, more: { ours }, input }: Start) => (
  <div className={styles.start}>
    {ours && <ToEnter entries={[[say.redirectUri, ours.redirectUri]]} />}
    <FieldInput {...input} field={issuer} siblings={record ?? {}} />
  </div>
)
