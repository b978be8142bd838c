import { globalStyle, style } from '@vanilla-extract/css'
import type { CSSProperties } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'
import { lockMask } from '../ui/glyph.css.ts'

export const menu = style({
  gridArea: 'menu',
  position: 'sticky',
  top: theme.height.topBar,
  width: theme.width.menu,
  height: `calc(100dvh - ${theme.height.topBar})`,
  display: 'flex',
  flexDirection: 'column',
  padding: theme.space.x2,
  borderInlineEnd: `1px solid ${theme.color.line}`,
  background: theme.color.surface,
})
/** At the bottom; the entries above it scroll. */
export const toggle = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: theme.height.normal,
  height: theme.height.normal,
  marginTop: 'auto',
  border: 0,
  borderRadius: theme.radius.medium,
  background: 'none',
  color: theme.color.textSoft,
  cursor: 'pointer',
  selectors: { '&:hover': { background: theme.color.sunken } },
  '@media': { '(scripting: none)': { display: 'none' } },
})
/** Leaves room for the focus outline. */
export const list = style({ display: 'grid', margin: '-2px', padding: '2px', overflowY: 'auto' })
const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minHeight: '29px',
  padding: `0 ${theme.space.x2}`,
  fontSize: '13.5px',
  borderRadius: theme.radius.medium,
  color: theme.color.text,
  textDecoration: 'none',
  selectors: {
    '&:hover': { background: theme.color.sunken },
  },
})
export const link = style([
  row,
  {
    selectors: {
      '&[aria-current="page"]': {
        background: theme.color.accentSoft,
        color: theme.color.accent,
        fontWeight: 500,
      },
    },
  },
])
export const group = style([
  row,
  {
    fontWeight: 500,
    listStyle: 'none',
    selectors: {
      '&::-webkit-details-marker': { display: 'none' },
      '&::after': {
        content: '',
        width: '6px',
        height: '6px',
        marginInlineStart: 'auto',
        borderRight: `1.5px solid ${theme.color.textSoft}`,
        borderBottom: `1.5px solid ${theme.color.textSoft}`,
        transform: 'rotate(-45deg)',
      },
      'details[open] > &::after': { transform: 'rotate(45deg)' },
    },
  },
])
globalStyle(`:is(${link}, ${group})::before`, { color: theme.color.textSoft })
export const label = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
/** Number of open alerts. Drawn with CSS, since the link's name already includes it. */
export const count = style({
  '::after': { content: 'attr(data-count)' },
  marginInlineStart: 'auto',
  color: theme.color.error,
  fontSize: theme.size.small,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
})
/** A link that the account can't open: a lock, and the reason below it while the link is hovered or focused. */
const locked = `${link}[data-locked]`
globalStyle(`${locked} > ${label}`, { color: theme.color.textSoft })
globalStyle(`${locked}::after`, {
  content: '',
  flex: 'none',
  width: '13px',
  height: '13px',
  marginInlineStart: 'auto',
  background: theme.color.textSoft,
  mask: lockMask,
})
globalStyle(`${locked}:is(:hover, :focus-visible) > [data-reason]::after`, {
  content: 'attr(data-reason)',
  display: 'block',
  position: 'fixed',
  zIndex: 50,
  maxWidth: '184px',
  marginTop: '6px',
  padding: `${theme.space.x1} ${theme.space.x2}`,
  borderRadius: theme.radius.small,
  background: '#1e293b',
  color: theme.color.onAccent,
  fontSize: theme.size.small,
  fontWeight: 400,
  lineHeight: 1.4,
  whiteSpace: 'normal',
  pointerEvents: 'none',
})
export const children = style({ display: 'grid', paddingInlineStart: '24px' })

/** Collapsed beside the page, the menu is a column of icons. */
const collapsed = `${menu}[data-collapsed]`
const wide = (rule: CSSProperties) => ({ '@media': { [media.wide]: rule } })
globalStyle(collapsed, wide({ width: theme.width.menuCollapsed }))
globalStyle(
  `${collapsed} ${link}, ${collapsed} ${group}`,
  wide({ position: 'relative', justifyContent: 'center', padding: 0 }),
)
globalStyle(
  `${collapsed} ${count}`,
  wide({
    position: 'absolute',
    insetInlineStart: '50%',
    top: 0,
    padding: '0 4px',
    borderRadius: '10px',
    background: theme.color.surface,
    fontSize: '10px',
    lineHeight: '14px',
  }),
)
globalStyle(
  `${collapsed} ${label}, ${collapsed} ${children}, ${collapsed} ${group}::after`,
  wide({ display: 'none' }),
)
// The current entry is hidden, so its group is highlighted instead.
globalStyle(`${collapsed} ${group}[data-shown]`, wide({ background: theme.color.accentSoft }))
globalStyle(`${collapsed} ${group}[data-shown]::before`, wide({ color: theme.color.accent }))

/**
 * On narrow screens, the collapsed menu is only its button, at the start of the top bar. Opened, it
 * lies over the page.
 */
const phone = `${media.narrow} and (scripting: enabled)`
globalStyle(menu, {
  '@media': {
    [phone]: { position: 'fixed', insetInlineStart: 0, top: theme.height.topBar, zIndex: 21 },
  },
})
globalStyle(`${menu}:not([data-open])`, {
  '@media': { [phone]: { width: 0, height: 0, padding: 0, border: 0 } },
})
globalStyle(`${menu}:not([data-open]) ${list}`, { '@media': { [phone]: { display: 'none' } } })
globalStyle(`${menu}[data-open]`, {
  '@media': { [phone]: { boxShadow: '0 0 0 100vmax rgb(15 23 42 / 28%)' } },
})
globalStyle(`${menu} ${toggle}`, {
  '@media': {
    [phone]: {
      position: 'fixed',
      insetInlineStart: theme.space.x2,
      top: theme.space.x2,
      width: theme.height.normal,
      height: theme.height.normal,
    },
  },
})
/** Open alerts still show, as a dot. */
globalStyle(`${menu}:not([data-open]):has(${count}) ${toggle}::after`, {
  '@media': {
    [phone]: {
      content: '',
      position: 'absolute',
      top: '4px',
      insetInlineEnd: '4px',
      width: '8px',
      height: '8px',
      borderRadius: theme.radius.round,
      background: theme.color.error,
    },
  },
})

/** Narrow and without JavaScript: the whole menu is below the page. */
globalStyle(menu, {
  '@media': {
    [`${media.narrow} and (scripting: none)`]: {
      position: 'static',
      width: '100%',
      height: 'auto',
      borderInlineEnd: 0,
    },
  },
})
