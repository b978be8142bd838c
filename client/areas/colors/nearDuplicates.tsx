import '#client/frame/forms.ts'
import { array, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import { listAddress, panelAddresses, withPanel } from '#shared/engine/list/listView.ts'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { useEscape } from '#client/form/useEscape.ts'
import { Halves } from '#client/ui/charts/Halves.tsx'
import { nearWords as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './nearDuplicates.css.ts'

const Shade = type({
  id: number(),
  name: string(),
  code: string(),
  hex: string(),
  secondHex: nullable(string()),
})
type Shade = Infer<typeof Shade>

const NearDuplicates = type({
  data: array(type({ one: Shade, other: Shade, distance: number() })),
  total: number(),
})
type NearDuplicates = Infer<typeof NearDuplicates>

async function load({ api, signal }: PanelWork): Promise<NearDuplicates> {
  const answer = await api.send({ method: 'GET', path: '/colors/nearDuplicates', signal })
  return checked(NearDuplicates, answer.body)
}

/** The pairs that are hardly told apart, side by side, the nearest first; each may be merged either way. */
function NearPanel({ resource, view, loaded: { data, total } }: PanelProps<NearDuplicates>) {
  const list = listAddress(resource, withPanel(view, null))
  const at = panelAddresses(resource, withPanel(view, null))
  useEscape(list)
  if (data.length === 0)
    return (
      <StateMessage title={say.none} actions={<ButtonLink to={list}>{say.done}</ButtonLink>}>
        {say.noneExplain}
      </StateMessage>
    )
  const keeping = (stays: Shade, goes: Shade) => (
    <ButtonLink
      color="white"
      size="small"
      to={`${at('merge', goes.id)}&into=${stays.id}&back=near`}
      aria-label={say.keepOf(stays.name, goes.name)}
      preventScrollReset
    >
      {say.keep(stays.name)}
    </ButtonLink>
  )
  return (
    <>
      <div className={panel.inline}>
        <p>
          {say.explain(total)} {data.length < total && `${say.closest(data.length)} `}
          {say.merging}
        </p>
        <ButtonLink to={list} color="white">
          {say.done}
        </ButtonLink>
      </div>
      <ol className={styles.pairs} aria-label={say.title}>
        {data.map(({ one, other, distance }) => (
          <li key={`${one.id} ${other.id}`} className={styles.pair}>
            <Halves left={one.hex} right={other.hex} size={36} />
            <div className={styles.names}>
              {shade(one)}
              {shade(other)}
            </div>
            <span className={styles.distance}>{say.distance(distance.toFixed(2))}</span>
            <span className={styles.actions}>
              {keeping(one, other)}
              {keeping(other, one)}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

const shade = ({ name, code, hex, secondHex }: Shade) => (
  <p>
    {name}{' '}
    <span className={styles.soft}>
      {code} · {secondHex ? `${hex}, ${secondHex}` : hex}
    </span>
  </p>
)

export const panels = { near: { Panel: NearPanel, intents: {}, load } }
