import '#client/frame/forms.ts'
import { listAddress, withPanel } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { PayLink } from '#shared/areas/payments/attemptCalls.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { aboutRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { CopyText } from '#client/ui/texts/CopyText.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { useAnswer } from '#client/runtime/useAnswer.ts'
import { Ask } from './Ask.tsx'
import { amountIn, attemptsWords as say } from './words.ts'
import * as styles from '#client/form/Panel.css.ts'

type Shown = { intent: 'link'; link: PayLink }

/** The pay links that were mailed to members of a store. */
const mailsOf = ({ storeId }: AnyRecord) =>
  `${mails.path}&filter[kind][eq]=payLink&filter[storeId][eq]=${String(storeId)}`

/** A way for the customer to pay, told once. */
export function LinkPanel(props: PanelProps<AnyRecord>) {
  const may = useMay()
  const shown = useAnswer<Partial<Shown>>()
  const made = shown?.intent === 'link' ? shown.link : undefined
  if (!made)
    return (
      <Ask
        {...props}
        intent="link"
        title={say.linkTitle}
        explain={say.linkExplain}
        button={say.makeLink}
      />
    )
  return (
    <Panel {...aboutRecord(props, props.loaded, say.linkTitle)}>
      <div className={styles.form}>
        <div className={styles.body}>
          <p>{made.url === null ? say.linkTold : made.mailed ? say.linkMailed : say.linkMade}</p>
          <p>{say.linkAmount(amountIn(props.loaded['amount'], props.loaded['currency']))}</p>
          {made.url !== null && <CopyText text={made.url} what={say.link} />}
          <p>
            <Instant at={made.expiresAt} say={say.until} />
          </p>
          {made.mailed && may(mails, 'read') && (
            <p>
              <Link to={mailsOf(props.loaded)}>{say.mailTold}</Link>
            </p>
          )}
        </div>
        <FormFooter>
          <ButtonLink to={listAddress(paymentAttempts, withPanel(props.view, null))}>
            {say.done}
          </ButtonLink>
        </FormFooter>
      </div>
    </Panel>
  )
}
