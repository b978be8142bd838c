import { useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { longText, optional, text } from '#shared/engine/fields.ts'
import { FieldInput } from '#client/form/FieldInput.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import { Button } from '#client/ui/Button.tsx'
import { useFocusOnRefusal } from '#client/ui/focusFirstInvalid.ts'
import type { More } from './more.ts'
import { adminSignOnWords as say } from './words.ts'
import * as styles from '#client/integrations/integrations.css.ts'

const url = optional(text(say.metadataUrl, { max: 500, hint: say.metadataHint }))
const xml = optional(longText(say.metadataXml, { max: 1_000_000 }))

/** Entity id, sign-on URL and certificates, read from what the provider publishes. */
export function ReadMetadata({ record, resource, refused, writeKey }: SetupProps<More>) {
  const { pathname, search } = useLocation()
  const sending = useNavigation().formData?.get('intent') === 'metadata'
  const answer = refused?.intent === 'metadata' ? refused : undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(form, answer)
  if (!record || !resource.writes.includes('change')) return null
  const typed = (name: string) => answer?.values[name]
  return (
    <details
      className={styles.card}
      open={answer !== undefined || !record['entityId'] || undefined}
    >
      <summary className={`${styles.head} ${styles.heading}`}>{say.readMetadata}</summary>
      <Form ref={form} method="post" action={pathname + search} preventScrollReset noValidate>
        <div className={styles.inset}>
          <input type="hidden" name="intent" value="metadata" />
          <input type="hidden" name="id" value={record.id} />
          <input type="hidden" name="version" value={record.version} />
          <input type="hidden" name="writeKey" value={`${writeKey}-metadata`} />
          {answer?.failure && <FailureText failure={answer.failure} />}
          <FieldInput
            id="metadata-url"
            name="url"
            field={url}
            value={typed('url') ?? record['metadataUrl']}
            error={answer?.errors['url']}
          />
          <FieldInput
            id="metadata-xml"
            name="xml"
            field={xml}
            value={typed('xml')}
            error={answer?.errors['xml']}
          />
          <p className={styles.soft}>{say.metadataExplain}</p>
          <div className={styles.actions}>
            <Button type="submit" color="white" loading={sending}>
              {say.readMetadata}
            </Button>
          </div>
        </div>
      </Form>
    </details>
  )
}
