import { globalStyle, style } from '@vanilla-extract/css'
import { cell, footer } from '#client/form/Panel.css.ts'
import { media, theme } from '#client/styles/theme.css.ts'
import { head as fieldHead } from '#client/ui/inputs/Field.css.ts'

export const stack = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
} as const
export const line = `1px solid ${theme.color.line}`

export const page = style(stack)
export const tab = style(stack)
export const inset = style({ ...stack, padding: theme.space.x4 })
export const rows = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' })
export const soft = style({ color: theme.color.textSoft })
export const good = style({ color: theme.color.success, fontWeight: 500 })
export const wrap = style({ whiteSpace: 'normal', overflowWrap: 'anywhere' })
export const event = style({ fontWeight: 500 })
export const small = style({ margin: 0, fontSize: theme.size.normal, fontWeight: 500 })

export const head = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: theme.space.x3,
})
export const actionLine = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x4,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  selectors: { '& + &': { borderTop: line } },
  '@media': {
    [media.narrow]: { flexDirection: 'column', alignItems: 'flex-start', gap: theme.space.x2 },
  },
})

/**
 * A footer that stays at the end of the form: its destructive button must not follow the reader.
 */
export const staticFooter = style({})
globalStyle(`${staticFooter} > ${footer}`, { position: 'static' })
/** A quiet button at the end of its field's label line, which leaves room for it. */
export const reset = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifySelf: 'start',
  gap: theme.space.x1,
  minHeight: '24px',
  padding: 0,
  border: 0,
  background: 'none',
  color: theme.color.accent,
  fontSize: theme.size.small,
  cursor: 'pointer',
  selectors: { '&:hover': { textDecoration: 'underline' }, '&:disabled': { opacity: 0.6 } },
})
globalStyle(`${reset} > span`, { '@media': { [media.narrow]: { display: 'none' } } })
globalStyle(`${cell}:has(> ${reset})`, { position: 'relative' })
globalStyle(`${cell} > ${reset}`, { position: 'absolute', insetInlineEnd: 0, top: '-4px' })
globalStyle(`${cell}:has(> ${reset}) ${fieldHead}`, {
  paddingInlineEnd: '64px',
  '@media': { [media.narrow]: { paddingInlineEnd: '28px' } },
})

/** Keeps read-only fields legible; browsers and field styles fade disabled ones. */
export const readOnly = style({})
globalStyle(`${readOnly} :disabled`, { opacity: 1, color: theme.color.text })
globalStyle(`${readOnly} ::placeholder`, { opacity: 1, color: theme.color.textSoft })

export const records = style(stack)
export const record = style({ paddingTop: theme.space.x3, borderTop: line })
export const recordFacts = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: `${theme.space.x2} ${theme.space.x3}`,
  alignItems: 'baseline',
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: '2px' } },
})

/** Kind, state, details, and a link to the setup: in one line if there is room. */
export const integration = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'baseline',
  gap: `${theme.space.x1} ${theme.space.x4}`,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  selectors: { '& + &': { borderTop: line } },
  '@media': { [media.roomy]: { gridTemplateColumns: '170px 130px minmax(0, 1fr) auto' } },
})
export const integrationMore = style({
  gridColumn: '1 / -1',
  overflowWrap: 'anywhere',
  '@media': { [media.roomy]: { gridColumn: '3' } },
})

export const position = style({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  gap: theme.space.x1,
  fontSize: '12.5px',
  fontVariantNumeric: 'tabular-nums',
})
export const positionStep = style({
  display: 'inline-grid',
  placeItems: 'center',
  width: '24px',
  height: '24px',
  borderRadius: theme.radius.small,
  color: theme.color.textSoft,
  selectors: {
    'a&:hover': { background: theme.color.sunken, color: theme.color.text },
    'span&': { opacity: 0.4 },
  },
})
export const positionList = style({
  minHeight: '24px',
  lineHeight: '24px',
  color: theme.color.textSoft,
})

/** Existing setups below the row of their kind. */
export const offers = style({ display: 'grid', gap: theme.space.x2, marginTop: theme.space.x2 })
export const offer = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: theme.space.x2,
})
