import '#client/forms.ts'
import { array, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import { listAddress, panelAddresses, withPanel } from '#shared/engine/listView.ts'
import type { PanelProps, PanelWork } from '#client/list/definePanels.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { Table } from '#client/ui/Table.tsx'
import { useEscape } from '#client/form/useEscape.ts'
import { Halves } from './Swatch.tsx'
import { nearWords as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from '#client/form/inputs.css.ts'

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

/** GET /colors/nearDuplicates */
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
    <Link
      to={`${at('merge', goes.id)}&into=${stays.id}`}
      aria-label={say.keepOf(stays.name, goes.name)}
      preventScrollReset
    >
      {stays.name}
    </Link>
  )
  return (
    <>
      <div className={panel.inline}>
        <p>{say.explain(total, data.length)}</p>
        <ButtonLink to={list}>{say.done}</ButtonLink>
      </div>
      <Table
        caption={say.title}
        rows={data}
        keyOf={({ one, other }) => `${one.id} ${other.id}`}
        columns={[
          { label: say.one, render: ({ one }) => shade(one) },
          { label: say.other, render: ({ other }) => shade(other) },
          {
            label: say.look,
            render: ({ one, other }) => <Halves left={one.hex} right={other.hex} size={28} />,
          },
          { label: say.distance, align: 'end', render: ({ distance }) => distance.toFixed(2) },
          {
            label: say.keep,
            render: ({ one, other }) => (
              <span className={styles.swatch}>
                {keeping(one, other)} {keeping(other, one)}
              </span>
            ),
          },
        ]}
      />
    </>
  )
}

const shade = ({ name, code, hex, secondHex }: Shade) => (
  <span className={styles.swatch}>
    <Halves left={hex} right={secondHex ?? hex} size={14} />
    {name} · {code} · {secondHex ? `${hex}, ${secondHex}` : hex}
  </span>
)

export const panels = { near: { Panel: NearPanel, intents: {}, load } }
