import type { ReactNode } from 'react'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import * as styles from './Panel.css.ts'

type Props = {
  said?: string
  /** What is unsaved, which stands out; none of it is calm. */
  unsaved?: string
  question?: ReactNode
  cancelUrl?: string | undefined
  /** What leads there; Cancel where it is not told. */
  cancelLabel?: string
  /** Without a script it leads to the form anew, as it is saved. */
  discard?: { act: () => void; to: string } | undefined
  children: ReactNode
}

/** The one footer of every form: what is unsaved at the left; the way out and what it does at the right. */
export function FormFooter({
  said,
  unsaved,
  question,
  cancelUrl: leave,
  cancelLabel: leaves,
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
          leave !== undefined && renderCancelLink(leave, leaves ?? panelMessages.remove.cancel)
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
