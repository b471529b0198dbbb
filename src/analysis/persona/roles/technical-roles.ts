import { family, type RoleFamily } from "./role-family.ts";

export const TECHNICAL_ROLES: readonly RoleFamily[] = [
  family("software_engineering", "Software engineering", "technical", {
    titles: `
      software, developer, programmer, software engineer, backend, frontend, full stack, fullstack,
      mobile engineer, web developer, engineering manager, principal engineer, staff engineer, engineer, architect,
      software architect, devops, devops engineer, platform engineer, application developer, release engineer,
      embedded engineer, firmware engineer, machine learning engineer`,
    applications: `
      github, gitlab, bitbucket, azure devops, visual studio, jetbrains, sourcegraph, circleci, jenkins,
      artifactory, npm, docker, postman, launchdarkly, sentry`,
  }),
  family("it_operations", "IT operations", "technical", {
    titles: `
      it, system administrator, systems administrator, sysadmin, network engineer, network administrator,
      infrastructure, infrastructure engineer, cloud engineer, site reliability, site reliability engineer,
      help desk, helpdesk, service desk, desktop support, it support, it manager, it administrator,
      database administrator, systems engineer, system engineer, endpoint engineer, identity engineer,
      chief information officer, cio, cto, it specialist, it director, it operations`,
    applications: `
      azure portal, entra, active directory, intune, vmware, citrix, servicenow, solarwinds, manageengine,
      freshservice, jamf, nagios, ansible, terraform, microsoft 365 admin, exchange admin, remote desktop,
      powershell, azure cli, command line`,
  }),
  family("security", "Security", "technical", {
    titles: `
      security, security engineer, security analyst, security architect, soc, soc analyst, cybersecurity,
      cyber security, information security, incident responder, incident response, threat, penetration tester,
      ciso, chief information security officer, vulnerability, security operations, threat hunter,
      identity and access`,
    applications: `
      sentinel, defender, splunk, crowdstrike, qradar, tenable, qualys, rapid7, wiz, sentinelone, cyberark,
      okta admin, virustotal, security center, recorded future, siem`,
  }),
  family("data_analytics", "Data and analytics", "technical", {
    titles: `
      data, data analyst, data engineer, data scientist, analytics, business intelligence, bi developer,
      bi analyst, statistician, data architect, analytics engineer, machine learning, reporting analyst,
      head of data, quantitative analyst`,
    applications: `
      power bi, tableau, looker, snowflake, databricks, synapse, bigquery, redshift, dbt, jupyter, data factory,
      qlik, alteryx, airflow, fabric`,
  }),
  family("qa", "Quality assurance", "technical", {
    titles: `
      qa, quality assurance, test engineer, tester, qa engineer, test analyst, test automation, quality engineer,
      sdet, qa analyst, test manager, software tester, test lead`,
    applications: `
      testrail, browserstack, sauce labs, selenium, zephyr, qtest, xray test, practitest, katalon`,
  }),
  family("research", "Research and science", "technical", {
    titles: `
      scientist, research, researcher, research scientist, laboratory, lab technician, chemist, biologist,
      physicist, research associate, postdoc, r d, principal investigator, laboratory technician, research fellow,
      clinical research`,
    applications: `
      benchling, labarchives, labware, matlab, mendeley, endnote, graphpad, electronic lab, labvantage, scopus,
      sciencedirect, schrodinger, lims`,
  }),
];
