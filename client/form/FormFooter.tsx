import type { ReactNode } from 'react'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import * as styles from './Panel.css.ts'

type Props = {
  said?: string
  /** Unsaved fields, which stand out; an empty string is shown muted. */
  unsaved?: string
  question?: ReactNode
  cancelUrl?: string | undefined
  /** Label of that link; defaults to Cancel. */
  cancelLabel?: string
  /** Without script, `to` loads the form again as it's saved. */
  discard?: { act: () => void; to: string } | undefined
  children: ReactNode
}

/**
 * Renders the footer of every form: unsaved changes on the left; cancel and actions on the right.
 */
export function FormFooter({
  said,
  unsaved,
  question,
  cancelUrl,
  cancelLabel,
  discard,
  children,
}: Props) {
  return (
    <div className={styles.footer}>
      {question}
      <div className={styles.footerRow}>
        {said === undefined ? (
          <span className={styles.said} />
        ) : (
          <p
            className={styles.said}
            role="status"
            title={unsaved ? `${said} ${unsaved}` : said}
            data-calm={unsaved === '' || undefined}
          >
            {unsaved ? `${said} ` : said}
            {unsaved && <b className={styles.unsaved}>{unsaved}</b>}
          </p>
        )}
        {discard ? (
          <>
            <Button color="white" onClick={discard.act} data-way-out>
              {formMessages.discard}
            </Button>
            <noscript>{renderCancelLink(discard.to, formMessages.discard)}</noscript>
          </>
        ) : (
          cancelUrl !== undefined &&
          renderCancelLink(cancelUrl, cancelLabel ?? panelMessages.remove.cancel)
        )}
        {children}
      </div>
    </div>
  )
}

const renderCancelLink = (to: string, label: string) => (
  <ButtonLink color="white" to={to} preventScrollReset data-way-out>
    {label}
  </ButtonLink>
)
