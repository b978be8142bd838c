import { alertSeverities } from '#shared/areas/alertChannels/alertSeverities.ts'
import { loadRulePreview } from '#shared/areas/alertChannels/rulePreview.ts'
import type { RulePreview } from '#shared/areas/alertChannels/rulePreview.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Status, definePanels, getPanelHeading, loadPanelRecord } from '#client/frame/index.ts'
import { Panel } from '#client/form/Panel.tsx'
import type { PanelLoadContext, PanelProps } from '#client/list/panels/definePanels.ts'
import { Instant } from '#client/ui/Instant.tsx'
import * as panel from '#client/form/Panel.css.ts'
import { alertChannelMessages } from './messages.ts'
import * as styles from './RulePreview.css.ts'

type LoadedPreview = { record: AnyRecord; preview: RulePreview }

const severityTones = { info: 'off', warning: 'warn', critical: 'bad' } as const

/** Shows which alerts of the last 30 days a rule would have sent. */
function RulePreviewPanel({ resource, view, loaded }: PanelProps<LoadedPreview>) {
  const { count, data } = loaded.preview
  return (
    <Panel
      {...getPanelHeading({ resource, view }, loaded.record, alertChannelMessages.previewTitle)}
      size="medium"
    >
      <div className={panel.body}>
        <p>{alertChannelMessages.previewCount(count)}</p>
        {data.length > 0 && (
          <ul className={styles.alerts}>
            {data.map(({ title, severity, sentAt, startedAt }) => (
              <li key={`${title} ${startedAt}`} className={styles.alert}>
                <Status tone={severityTones[severity]}>{alertSeverities[severity]}</Status>
                <span className={styles.title}>{title}</span>
                <span className={styles.time}>
                  <Instant at={sentAt} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {count > data.length && <p>{alertChannelMessages.previewMore(count - data.length)}</p>}
      </div>
    </Panel>
  )
}

async function loadPreview(context: PanelLoadContext): Promise<LoadedPreview> {
  const record = await loadPanelRecord(context)
  return { record, preview: await loadRulePreview(context.api, record.id, context.signal) }
}

export const rulePreviewPanels = definePanels({
  preview: {
    reads: true,
    Panel: RulePreviewPanel,
    intents: {},
    load: loadPreview,
  },
})
