import { noticeParam } from '#shared/notice.ts'
import { lazyPart } from '../parts.ts'

/** Whether the address of a list says more than which rows and columns it shows: that a panel is open. */
export const opensPanel = (params: URLSearchParams): boolean =>
  [...params.keys()].some(
    (name) => name !== noticeParam && !/^(search|sort|limit|after|columns|filter\[.*)$/.test(name),
  )

/** The panels that every list has; most visits of a list open none. */
export const listPanels = lazyPart({
  source: 'client/list/panels.ts',
  isShown: opensPanel,
  load: () => import('./panels.ts'),
})
