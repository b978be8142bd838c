import { resources } from '#shared/areas/index.ts'
import { registerResources } from '#shared/engine/resourceRegistry.ts'

// The console's frame and both servers do the same when they start.
registerResources(resources)
