import { family, type RoleFamily } from "./role-family.ts";

export const OPERATIONS_ROLES: readonly RoleFamily[] = [
  family("procurement", "Procurement", "operations", {
    titles: `
      procurement, purchasing, buyer, sourcing, category manager, vendor manager, purchasing agent,
      sourcing specialist, supplier, purchasing manager, strategic sourcing, vendor management`,
    applications: `
      ariba, coupa, jaggaer, ivalua, procurify, gep, purchasing, procurement, supplier portal`,
  }),
  family("customer_support", "Customer support", "operations", {
    titles: `
      customer support, support agent, customer service, support specialist, customer success, support engineer,
      call center, contact center, customer care, technical support, support manager, customer success manager,
      customer experience, support analyst, service representative`,
    applications: `
      zendesk, intercom, freshdesk, salesforce service, genesys, five9, talkdesk, gainsight, help scout, kustomer,
      livechat, dynamics 365 customer service`,
  }),
  family("manufacturing", "Manufacturing", "operations", {
    titles: `
      manufacturing, production, plant manager, machine operator, process engineer, production planner, assembly,
      maintenance technician, plant, production supervisor, manufacturing engineer, machinist, industrial engineer,
      production operator, shift supervisor, cnc, plant operator`,
    applications: `
      mes, wonderware, siemens opcenter, teamcenter, solidworks, autocad, ignition, plex, windchill,
      manufacturing execution, scada, delmia, fusion 360`,
  }),
  family("logistics", "Logistics", "operations", {
    titles: `
      logistics, warehouse, supply chain, dispatcher, shipping, inventory, transport, freight, fleet, driver,
      logistics coordinator, supply chain analyst, warehouse manager, demand planner, distribution,
      supply chain manager, shipping clerk`,
    applications: `
      warehouse, manhattan, blue yonder, flexport, shipstation, project44, oracle transportation, fourkites,
      descartes, wms, tms, e2open, samsara`,
  }),
  family("education", "Education and training", "operations", {
    titles: `
      teacher, professor, lecturer, instructor, trainer, tutor, education, academic, school, dean,
      training specialist, instructional designer, curriculum, principal, faculty, teaching assistant`,
    applications: `
      canvas lms, moodle, blackboard, google classroom, articulate, cornerstone, docebo, turnitin, panopto, kahoot,
      schoology, power school, powerschool`,
  }),
  family("health_care", "Health care", "operations", {
    titles: `
      nurse, physician, doctor, clinical, medical, pharmacist, therapist, patient, surgeon, radiologist,
      medical assistant, registered nurse, care coordinator, clinician, dentist, paramedic, health`,
    applications: `
      epic, cerner, meditech, athenahealth, allscripts, pacs, nextgen, eclinicalworks, pyxis, kareo`,
  }),
  family("facilities", "Facilities", "operations", {
    titles: `
      facilities, facility manager, janitor, building, custodian, security guard, receptionist, office manager,
      real estate, maintenance, workplace, caretaker, groundskeeper, front desk, facilities coordinator,
      property manager, workplace manager, building engineer`,
    applications: `
      archibus, facilityone, envoy, fmx, upkeep, condeco, robin, badge, lenel, genetec, planon, iofficecorp,
      space planning`,
  }),
];
