import { Form } from 'react-router'
import { claimFields } from '#shared/areas/sso/mobileSsoCalls.ts'
import type { ClaimMappingResult } from '#shared/areas/sso/mobileSsoCalls.ts'
import { Button, Status } from '#client/frame/index.ts'
import { isPageFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import * as styles from '#client/integrations/integrations.css.ts'
import { mobileSsoMessages } from './messages.ts'

type ClaimPreviewProps = { claims: string; preview: ClaimMappingResult | PageFailure | null }

const outcomeTones = { signIn: 'good', create: 'good', refused: 'bad' } as const

/**
 * Previews a member's claims with the saved settings: who signs in, which account is created in
 * which group, or why neither.
 */
export function ClaimPreview({ claims, preview }: ClaimPreviewProps) {
  return (
    <section aria-labelledby="lead-title" id="lead">
      <h3 id="lead-title" className={styles.heading}>
        {mobileSsoMessages.lead}
      </h3>
      <Form method="get" preventScrollReset noValidate>
        <FieldInput
          id="lead-claims"
          name="claims"
          field={claimFields.claims}
          value={claims}
          error={undefined}
        />
        <div className={styles.actions}>
          <Button type="submit" size="small" color="white">
            {mobileSsoMessages.showLead}
          </Button>
        </div>
      </Form>
      <div role="status">
        {preview && isPageFailure(preview) && <FailureText failure={preview} />}
        {preview && !isPageFailure(preview) && (
          <Status tone={outcomeTones[preview.outcome]}>
            <span className={styles.wrappingText}>{preview.sentence}</span>
          </Status>
        )}
      </div>
    </section>
  )
}
