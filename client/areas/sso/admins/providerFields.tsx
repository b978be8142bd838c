import { useNavigation } from 'react-router'
import { longText, optional } from '#shared/engine/fields/fields.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { Button } from '#client/frame/index.ts'
import { ProviderValues } from '#client/integrations/index.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import type { CustomInput, CustomInputs } from '#client/form/RecordForm.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import { readMetadataParam, metadataXmlInput } from './ssoIntents.ts'
import type { AdminSsoData } from './adminSsoData.ts'
import { adminSsoMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from '#client/integrations/integrations.css.ts'

const { metadataUrl, issuer } = adminSignOns.fields
const metadataUrlField = { ...metadataUrl, hint: adminSsoMessages.metadataHint }
const metadataXmlField = optional(longText(adminSsoMessages.metadataXml, { max: 1_000_000 }))

/** Creates the first input of each protocol: our values for the provider, then the provider's. */
export const createProviderInputs = (props: SetupProps<AdminSsoData>): CustomInputs => ({
  metadataUrl: (input) => <SamlProviderField {...props} input={input} />,
  issuer: (input) => <OidcProviderField {...props} input={input} />,
})

type ProviderFieldProps = SetupProps<AdminSsoData> & { input: CustomInput }

function SamlProviderField({
  record,
  resource,
  refused,
  more: { ours },
  input,
}: ProviderFieldProps) {
  const isReading = useNavigation().formData?.has(readMetadataParam) ?? false
  const xmlError = refused?.errors[metadataXmlInput]
  const canChange = resource.api.writes.includes('change')
  return (
    <div className={styles.start}>
      {ours && (
        <ProviderValues
          entries={[
            [adminSsoMessages.entityId, ours.entityId],
            [adminSsoMessages.acs, ours.acsUrl],
          ]}
        >
          {record && <a href={ours.metadataUrl}>{adminSsoMessages.download}</a>}
        </ProviderValues>
      )}
      {/* Enter in a field presses the first submit button, which must save. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden />
      <div className={styles.beside}>
        <FieldInput {...input} field={metadataUrlField} />
        {canChange && (
          <Button
            type="submit"
            name={readMetadataParam}
            value="1"
            color="white"
            loading={isReading}
          >
            {adminSsoMessages.readMetadata}
          </Button>
        )}
      </div>
      {canChange && (
        <details open={xmlError !== undefined || undefined}>
          <summary className={panel.fold}>{adminSsoMessages.pasteMetadata}</summary>
          <FieldInput
            id={`field-${metadataXmlInput}`}
            name={metadataXmlInput}
            field={metadataXmlField}
            value={refused?.values[metadataXmlInput]}
            error={xmlError}
          />
        </details>
      )}
    </div>
  )
}

const OidcProviderField = ({ record, more: { ours }, input }: ProviderFieldProps) => (
  <div className={styles.start}>
    {ours && <ProviderValues entries={[[adminSsoMessages.redirectUri, ours.redirectUri]]} />}
    <FieldInput {...input} field={issuer} siblings={record ?? {}} />
  </div>
)
