import { adminRoutes } from './admin.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { catalogueRoutes } from './catalogue.ts'
import { pageRoutes } from './pages.ts'
import { relayRoutes } from './relay.ts'
import type { RouteGroup } from './route-group.ts'
import { scanEventRoutes } from './scan-events.ts'
import { scanResultRoutes } from './scan-results.ts'
import { scanRoutes } from './scans.ts'
import { serviceRoutes } from './service.ts'
import { targetRoutes } from './targets.ts'

/** Every group of routes, in the order of the documentation. A new group is one file and one line here. */
export const routes: readonly RouteGroup[] = [
  apiKeyRoutes,
  scanRoutes,
  scanResultRoutes,
  scanEventRoutes,
  relayRoutes,
  catalogueRoutes,
  targetRoutes,
  adminRoutes,
  serviceRoutes,
  pageRoutes,
]
