import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

export const menu = style({
  gridArea: 'menu',
  position: 'sticky',
  top: theme.height.topBar,
  width: theme.width.menu,
  height: `calc(100dvh - ${theme.height.topBar})`,
  padding: theme.space.x2,
  overflowY: 'auto',
  borderInlineEnd: `1px solid ${theme.color.line}`,
  background: theme.color.surface,
})
/** Beside the first entry, so that the whole menu fits 800 px. */
export const toggle = style({
  position: 'absolute',
  insetInlineEnd: theme.space.x2,
  zIndex: 1,
  display: 'grid',
  placeItems: 'center',
  width: '29px',
  height: '29px',
  border: 0,
  borderRadius: theme.radius.medium,
  background: 'none',
  color: theme.color.textSoft,
  cursor: 'pointer',
  selectors: { '&:hover': { background: theme.color.sunken } },
  '@media': { '(scripting: none)': { display: 'none' } },
})
export const list = style({ display: 'grid' })
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
/** How much needs attention; drawn, since the name of the link says it. */
export const count = style({
  '::after': { content: 'attr(data-count)' },
  marginInlineStart: 'auto',
  marginInlineEnd: '28px',
  padding: `0 ${theme.space.x2}`,
  borderRadius: '10px',
  background: theme.color.error,
  color: theme.color.surface,
  fontSize: theme.size.small,
  fontVariantNumeric: 'tabular-nums',
})
export const children = style({ display: 'grid', paddingInlineStart: '24px' })

function collapsedLook(which: string, only: { '@media'?: string }) {
  const when = <Rule extends object>(rule: Rule) =>
    only['@media'] ? { '@media': { [only['@media']]: rule } } : rule
  globalStyle(which, when({ width: theme.width.menuCollapsed }))
  globalStyle(`${which} ${toggle}`, when({ position: 'static', width: '100%' }))
  globalStyle(
    `${which} ${link}, ${which} ${group}`,
    when({ position: 'relative', justifyContent: 'center', padding: 0 }),
  )
  globalStyle(
    `${which} ${count}`,
    when({
      position: 'absolute',
      insetInlineStart: '50%',
      top: 0,
      margin: 0,
      padding: '0 4px',
      fontSize: '10px',
      lineHeight: '14px',
    }),
  )
  globalStyle(
    `${which} ${label}, ${which} ${children}, ${which} ${group}::after`,
    when({ display: 'none' }),
  )
  // The entry one is at does not show: its group stands for it.
  globalStyle(`${which} ${group}[data-shown]`, when({ background: theme.color.accentSoft }))
  globalStyle(`${which} ${group}[data-shown]::before`, when({ color: theme.color.accent }))
}
collapsedLook(`${menu}[data-collapsed]`, {})
collapsedLook(`${menu}:not([data-open])`, { '@media': `${media.narrow} and (scripting: enabled)` })

/** Opened by hand on a narrow window, the menu lies over the page. */
globalStyle(`${menu}[data-open]`, {
  '@media': {
    [media.narrow]: {
      position: 'fixed',
      top: theme.height.topBar,
      left: 0,
      zIndex: 18,
      boxShadow: `4px 0 16px ${theme.color.shade}`,
    },
  },
})

/** Narrow and without JavaScript: the whole menu stands under the page. */
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
