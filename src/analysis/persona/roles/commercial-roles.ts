import { family, type RoleFamily } from "./role-family.ts";

export const COMMERCIAL_ROLES: readonly RoleFamily[] = [
  family("product", "Product management", "commercial", {
    titles: `
      product, product manager, product owner, program manager, scrum master, product director, product analyst,
      chief product officer, product lead, group product manager, product operations`,
    applications: `
      jira product, productboard, aha!, pendo, amplitude, mixpanel, roadmunk, productplan, airfocus`,
  }),
  family("design", "Design", "commercial", {
    titles: `
      designer, design, ux, ui, user experience, user researcher, product designer, graphic designer,
      creative director, art director, ux designer, ux researcher, visual designer, illustrator`,
    applications: `
      figma, sketch, invision, zeplin, adobe creative, adobe xd, photoshop, canva, abstract, miro`,
  }),
  family("sales", "Sales", "commercial", {
    titles: `
      sales, account executive, account manager, business development, sales manager, sales representative,
      sales engineer, solutions engineer, chief revenue officer, inside sales, sales development, sales director,
      regional sales manager, key account manager, sales operations, partner manager, territory manager, presales`,
    applications: `
      salesforce, dynamics 365 sales, outreach, salesloft, gong, zoominfo, clari, pipedrive, cpq, linkedin sales,
      highspot, apollo.io, chorus`,
  }),
  family("marketing", "Marketing", "commercial", {
    titles: `
      marketing, brand, content, communications, public relations, seo, social media, copywriter,
      marketing manager, demand generation, campaign manager, chief marketing officer, cmo, growth,
      content strategist, events manager, marketing specialist, digital marketing, product marketing manager,
      product marketing, content manager`,
    applications: `
      marketo, mailchimp, google analytics, pardot, eloqua, hootsuite, semrush, wordpress, hubspot, sprout social,
      google ads, contentful, buffer, adobe experience, braze`,
  }),
];
