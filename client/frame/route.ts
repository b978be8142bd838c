// What the router needs of the frame.
export {
  Component,
  createPlainListScreen,
  FailedPage,
  loader,
  loadRequestedOverlays,
} from './index.ts'
