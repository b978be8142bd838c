import type { ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { Button } from '#client/ui/Button.tsx'
import * as styles from '../account.css.ts'

type Props = {
  intent: string
  label: string
  writeKey: string
  /** Says more than the label, for those who hear only the button. */
  describedLabel?: string
  children?: ReactNode
}

/** Renders a form with one button, which posts to the section's own URL. */
export function FactorForm({ intent, label, writeKey, describedLabel, children }: Props) {
  const { pathname, search } = useLocation()
  const { formData } = useNavigation()
  return (
    <Form
      method="post"
      action={pathname + search}
      className={styles.inline}
      preventScrollReset
      noValidate
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="writeKey" value={`${writeKey}-${intent}`} />
      {children}
      <div>
        <Button
          type="submit"
          color="white"
          variant="outline"
          aria-label={describedLabel}
          loading={formData?.get('intent') === intent}
        >
          {label}
        </Button>
      </div>
    </Form>
  )
}
