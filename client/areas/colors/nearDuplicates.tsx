import { array, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import { buildListUrl, createPanelUrls, withPanel } from '#shared/engine/list/listView.ts'
import { definePanels, ColorPair, useEscape } from '#client/frame/index.ts'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { nearDuplicatesMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './nearDuplicates.css.ts'

const ColorSummary = type({
  id: number(),
  name: string(),
  code: string(),
  hex: string(),
  secondHex: nullable(string()),
})
type ColorSummary = Infer<typeof ColorSummary>

const NearDuplicates = type({
  data: array(type({ one: ColorSummary, other: ColorSummary, distance: number() })),
  total: number(),
})
type NearDuplicates = Infer<typeof NearDuplicates>

async function loadNearDuplicates({ api, signal }: PanelLoadContext): Promise<NearDuplicates> {
  const answer = await api.send({ method: 'GET', path: '/colors/nearDuplicates', signal })
  return parseResponse(NearDuplicates, answer.body)
}

/**
 * Lists pairs of colors that are hard to tell apart, the closest first. Each pair can be merged
 * either way.
 */
function NearPanel({ resource, view, loaded: { data, total } }: PanelProps<NearDuplicates>) {
  const listUrl = buildListUrl(resource, withPanel(view, null))
  const buildPanelUrl = createPanelUrls(resource, withPanel(view, null))
  useEscape(listUrl)
  if (data.length === 0)
    return (
      <StateMessage
        title={nearDuplicatesMessages.none}
        actions={<ButtonLink to={listUrl}>{nearDuplicatesMessages.done}</ButtonLink>}
      >
        {nearDuplicatesMessages.noneExplain}
      </StateMessage>
    )
  const renderMergeLink = (kept: ColorSummary, removed: ColorSummary) => (
    <ButtonLink
      color="white"
      size="small"
      to={`${buildPanelUrl('merge', removed.id)}&into=${kept.id}&back=near`}
      aria-label={nearDuplicatesMessages.keepOf(kept.name, removed.name)}
      preventScrollReset
    >
      {nearDuplicatesMessages.keep(kept.name)}
    </ButtonLink>
  )
  return (
    <>
      <div className={panel.inline}>
        <p>
          {nearDuplicatesMessages.explain(total)}{' '}
          {data.length < total && `${nearDuplicatesMessages.closest(data.length)} `}
          {nearDuplicatesMessages.merging}
        </p>
        <ButtonLink to={listUrl} color="white">
          {nearDuplicatesMessages.done}
        </ButtonLink>
      </div>
      <ol className={styles.pairs} aria-label={nearDuplicatesMessages.title}>
        {data.map(({ one, other, distance }) => (
          <li key={`${one.id} ${other.id}`} className={styles.pair}>
            <ColorPair left={one.hex} right={other.hex} size={36} />
            <div className={styles.names}>
              {renderColorSummary(one)}
              {renderColorSummary(other)}
            </div>
            <span className={styles.distance}>
              {nearDuplicatesMessages.distance(distance.toFixed(2))}
            </span>
            <span className={styles.actions}>
              {renderMergeLink(one, other)}
              {renderMergeLink(other, one)}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

const renderColorSummary = ({ name, code, hex, secondHex }: ColorSummary) => (
  <p>
    {name}{' '}
    <span className={styles.soft}>
      {code} · {secondHex ? `${hex}, ${secondHex}` : hex}
    </span>
  </p>
)

export const nearDuplicatesPanels = definePanels({
  near: {
    button: nearDuplicatesMessages.button,
    instead: true,
    Panel: NearPanel,
    intents: {},
    load: loadNearDuplicates,
  },
})
