import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { PaymentLinkResult } from '#shared/areas/payments/attemptCalls.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { CopyText, getPanelHeading } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { FailedPaymentForm } from './FailedPaymentForm.tsx'
import { formatPaymentAmount, paymentAttemptsMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

type PaymentLinkShown = { intent: 'link'; link: PaymentLinkResult }

/** Builds the URL of the payment links emailed to a store's members. */
const buildLinkEmailsUrl = ({ storeId }: AnyRecord) =>
  `${mails.path}&filter[kind][eq]=payLink&filter[storeId][eq]=${String(storeId)}`

/** Creates a payment link, which is shown only once. */
export function PaymentLinkPanel(props: PanelProps<AnyRecord>) {
  const can = useCan()
  const actionData = useLastActionData<Partial<PaymentLinkShown>>()
  const link = actionData?.intent === 'link' ? actionData.link : undefined
  if (!link)
    return (
      <FailedPaymentForm
        {...props}
        intent="link"
        title={paymentAttemptsMessages.linkTitle}
        explain={paymentAttemptsMessages.linkExplain}
        button={paymentAttemptsMessages.link}
      />
    )
  return (
    <Panel {...getPanelHeading(props, props.loaded, paymentAttemptsMessages.linkTitle)}>
      <div className={styles.form}>
        <div className={styles.body}>
          <p>
            {link.url === null
              ? paymentAttemptsMessages.linkTold
              : link.mailed
                ? paymentAttemptsMessages.linkMailed
                : paymentAttemptsMessages.linkMade}
          </p>
          <p>
            {paymentAttemptsMessages.linkAmount(
              formatPaymentAmount(props.loaded['amount'], props.loaded['currency']),
            )}
          </p>
          {link.url !== null && <CopyText text={link.url} what={paymentAttemptsMessages.payLink} />}
          <p>
            <Instant at={link.expiresAt} format={paymentAttemptsMessages.until} />
          </p>
          {link.mailed && can(mails, 'read') && (
            <p>
              <Link to={buildLinkEmailsUrl(props.loaded)}>{paymentAttemptsMessages.mailTold}</Link>
            </p>
          )}
        </div>
        <FormFooter>
          <ButtonLink to={buildListUrl(paymentAttempts, withPanel(props.view, null))}>
            {paymentAttemptsMessages.done}
          </ButtonLink>
        </FormFooter>
      </div>
    </Panel>
  )
}
