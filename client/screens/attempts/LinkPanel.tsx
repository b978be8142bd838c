import '#client/forms.ts'
import '#client/stores.ts'
import { useActionData } from 'react-router'
import { formatInstant } from '#shared/dates.ts'
import { listAddress, withPanel } from '#shared/engine/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { PayLink } from '#shared/payments/attemptCalls.ts'
import { paymentAttempts } from '#shared/resources/paymentAttempts.ts'
import { useZone } from '#client/ConsoleContext.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel, panelAsks } from '#client/form/Panel.tsx'
import { aboutRecord } from '#client/list/definePanels.ts'
import type { PanelProps } from '#client/list/definePanels.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Ask } from './Ask.tsx'
import { attemptsWords as say } from './words.ts'
import * as styles from '#client/form/Panel.css.ts'

type Shown = { intent: 'link'; link: PayLink }

/** A way for the customer to pay, told once. */
export function LinkPanel(props: PanelProps<AnyRecord>) {
  const zone = useZone()
  const shown = useActionData<Partial<Shown>>()
  const made = shown?.intent === 'link' ? shown.link : undefined
  if (!made)
    return (
      <Ask
        {...props}
        intent="link"
        asks={say.asksLink}
        explain={say.linkExplain}
        button={say.makeLink}
      />
    )
  return (
    <Panel {...aboutRecord(props, props.loaded)}>
      <div className={styles.form}>
        <div className={styles.body}>
          <h3 id={panelAsks} className={styles.asks}>
            {made.url === null ? say.linkTold : made.mailed ? say.linkMailed : say.linkMade}
          </h3>
          {made.url !== null && (
            <textarea
              className={styles.copied}
              rows={3}
              readOnly
              aria-label={say.link}
              defaultValue={made.url}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          )}
          <p>{say.until(formatInstant(made.expiresAt, zone))}</p>
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
